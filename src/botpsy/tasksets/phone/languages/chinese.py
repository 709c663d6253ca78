"""Chinese, in simplified characters. Names stay in the letters in which the contacts have them."""
# ruff: noqa: E501

from __future__ import annotations

from botpsy.tasksets.phone.languages.language import Language, forms_of

CHINESE = Language(
    code="zh",
    name="Chinese",
    days={
        "今天": "today", "明天": "tomorrow", "后天": "the day after tomorrow", "周一": "Monday", "周二": "Tuesday",
        "星期三": "Wednesday", "周四": "Thursday", "星期五": "Friday", "周六": "Saturday", "星期天": "Sunday",
        "下周二": "next Tuesday", "下周五": "next Friday", "三天后": "in 3 days", "一周后": "in a week",
        "5月14日": "14 May", "6月2号": "2 June",
    },
    weeks={"这周": "this week", "下周": "next week", "这个周末": "this weekend"},
    sharp=("{h}点", "{h}:00", "{h}点整"),
    clock=("{h}点{m}分", "{h}:{m}"),
    moment="{day}{time}",
    meet=("和{who}吃午饭", "和{who}吃晚饭", "和{who}喝咖啡", "和{who}开会", "和{who}打网球", "和{who}通话", "和{who}散步",
          "和{who}看电影", "和{who}游泳", "和{who}喝茶"),
    plans=("看牙医", "理发", "瑜伽课", "汽车保养", "读书会", "合唱团", "体检", "家长会", "打疫苗", "钢琴课", "参观博物馆",
           "抽血检查"),
    lengths={"30分钟": "30 minutes", "一个小时": "one hour", "两个小时": "two hours", "半小时": "half an hour",
             "45分钟": "45 minutes", "三个小时": "3 hours"},
    fields={"电话号码": "phone", "电话": "phone", "邮箱": "email", "电子邮件": "email", "生日": "birthday", "住址": "address"},
    forms=forms_of({
        "create": """
            {w}{what}，帮我加上
            把{what}放进日历，{w}
            记一下{w}{what}
            我{w}要{what}，请加到日历
            {w}{what}
            安排{what}，时间是{w}
            能帮我记下{w}{what}吗？
            新建日程：{what}，{w}
            (请|帮我|麻烦)把{what}(加到日历|放进日程|记到日历里|添加到我的日历)，时间(是|为){w}
            (我想|我要|我需要)(安排|预定|记下){w}{what}
            (可以|能不能|能)(帮我安排|帮我添加|记录){w}{what}吗？
            (日程|提醒|新日程|预约)：{w}{what}
            """,
        "list": """
            {day}我有什么安排？
            给我看{day}的日历
            {day}我有空吗？
            {day}我有哪些会？
            {day}有什么事吗？
            我{day}的日程，谢谢
            {day}安排了什么？
            读一下{day}的日程
            (看看|查一下|告诉我|列出|显示|打开|念一下)(我的|)({day}的日程|{day}的安排|{day}的日历)
            (我|)({day}忙吗|{day}有空吗|{day}有时间吗|{day}有约吗)？
            {day}(我要做什么|我有什么活动|有哪些安排|都有什么)？
            """,
        "move": """
            把“{event}”改到{to}
            “{event}”现在改为{to}，更新一下
            把“{event}”挪到{to}
            “{event}”推迟，新时间是{to}
            “{event}”能改到{to}吗？
            更改“{event}”的时间：{to}
            “{event}”是{to}，改一下
            “{event}”还是放在{to}吧
            (请|帮我|麻烦|)把“{event}”(改成|移到|调到|调整到|延到|换到){to}
            “{event}”(的新时间是|时间改为|重新安排在|换成){to}(，请更新|，改一下|)
            (可以|能不能|能)把“{event}”(改成|移到|调到){to}吗？
            """,
        "rename": """
            把“{event}”改名为“{title}”
            “{event}”的标题改成“{title}”
            “{event}”应该叫“{title}”
            以后“{event}”叫“{title}”
            给“{event}”换个名字：“{title}”
            “{event}”的新标题是“{title}”
            用“{title}”代替“{event}”这个标题
            能把“{event}”改叫“{title}”吗？
            (请|帮我|麻烦|)把“{event}”的(标题|名称|名字)(改为|改成|换成|更新为)“{title}”
            (我想|我要|我希望)(把“{event}”叫作|给“{event}”改名为|让“{event}”叫)“{title}”
            (请|帮我|麻烦|)(重命名|更名)“{event}”为“{title}”
            """,
        "place": """
            “{event}”在{place}，记一下
            把“{event}”的地点设为{place}
            “{event}”的地点是{place}
            更改“{event}”的地点：{place}
            给“{event}”加上地点{place}
            “{event}”会在{place}举行，加上
            “{event}”的位置写{place}
            “{event}”我们在{place}见，记下来
            (请|帮我|麻烦|)把“{event}”的(地点|位置|地址)(改为|改成|设成|写成|更新为){place}
            (请|帮我|麻烦|)(给|为)“{event}”(添加|填上|写上)(地点|地址|位置){place}
            “{event}”(改在|换到|改到){place}(，更新一下地点|，改一下|了，记下来)
            """,
        "length": """
            “{event}”要{length}，改一下
            让“{event}”持续{length}
            更改“{event}”的时长：{length}
            给“{event}”留{length}
            “{event}”会持续{length}
            “{event}”的时长是{length}
            把“{event}”设为{length}
            “{event}”延长或缩短到{length}
            (请|帮我|麻烦|)把“{event}”的(时长|长度|时间长度)(改为|改成|设成|调成|更新为){length}
            (请|帮我|麻烦|)(为|给)“{event}”(预留|安排|留出|空出){length}
            “{event}”(需要|一共|大概要|得花){length}(，更新一下|，改一下|)
            """,
        "delete": """
            删除“{event}”
            取消“{event}”
            把“{event}”从日历里去掉
            “{event}”取消了，删掉吧
            删掉“{event}”
            我去不了“{event}”，取消吧
            从日程里移除“{event}”
            能删除“{event}”吗？
            (请|帮我|麻烦|)把“{event}”(删掉|取消掉|从日历删除|移除|去掉|清除)
            “{event}”(不办了|不开了|没有了|不去了)，(删掉|取消|去掉)(吧|)
            (可以|能不能|能)(取消|移除|去掉)“{event}”吗？
            (我不需要|不用)“{event}”了，(删掉|取消|去掉)(吧|)
            """,
        "invite": """
            邀请{who}参加“{event}”
            给{who}发“{event}”的邀请
            把{who}加到“{event}”
            {who}要来“{event}”，邀请一下
            把{who}列为“{event}”的来宾
            请{who}来“{event}”
            我想让{who}参加“{event}”，发邀请
            能邀请{who}参加“{event}”吗？
            (请|帮我|麻烦|)(向|给){who}(发送|发)“{event}”的(邀请|邀请函|日历邀请)
            (请|帮我|麻烦|)把{who}(加入|添加到|放进)“{event}”的(来宾名单|参与者|客人名单|与会者)
            (可以|能不能)(邀请|叫上){who}(参加|来)“{event}”吗？
            """,
        "find_contact": """
            给我{who}的{field}
            查{who}的{field}
            有{who}的{field}吗？
            我需要{who}的{field}
            找一下{who}的{field}
            我有{who}的{field}吗？
            我在找{who}的{field}
            显示{who}的{field}
            (请|帮我|麻烦|)(查找|查一下|找找|告诉我|念一下|看看|搜索){who}的{field}
            {who}的{field}(是什么|是多少|呢|在哪里)？
            (我忘了|我找不到|我想要|我想知道|我丢了){who}的{field}
            (可以|能不能)(找到|告诉我|给我){who}的{field}吗？
            """,
        "save_contact": """
            保存{who}的{field}：{value}
            记下{who}的{field}，是{value}
            添加{who}的{field}：{value}
            {who}的{field}是{value}，保存一下
            存一下{value}，这是{who}的{field}
            记住{who}的{field}：{value}
            {who}的新{field}：{value}
            更新{who}的{field}：{value}
            (请|帮我|麻烦|)(把|将){who}的{field}(存为|记为|设为|更新为|改为){value}
            (这是|我有){who}的{field}：{value}(，存一下|，记下来|，保存)
            (请|帮我|麻烦|)(在联系人里|在通讯录里|)(记录|存下|登记){who}的{field}：{value}
            """,
        "delete_contact": """
            从联系人里删除{who}
            删除联系人{who}
            把{who}从通讯录去掉
            把{who}从我的联系人里移除
            我不需要{who}这个联系人了，删掉
            能从联系人里删掉{who}吗？
            {who}这个联系人可以删了
            清除联系人{who}
            (请|帮我|麻烦|)(删掉|移除|去掉|清除)(联系人|通讯录里的){who}
            (请|帮我|麻烦|)把{who}从(通讯录|联系人列表|联系人|电话簿)(删除|删掉|移除|清除)
            (可以|能不能|能)(移除|去掉|删除)(联系人|通讯录里的){who}吗？
            """,
    }),
)  # fmt: skip
