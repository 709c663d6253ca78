"""What CalDAV and CardDAV share: authenticated HTTP, WebDAV's XML, discovery, and errors that say what to do.

Written on the standard library: a client of a few verbs, where every status has to become the right error.
"""

from __future__ import annotations

import base64
import http.client
import ssl
import urllib.error
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import dataclass

from botpsy.core.errors import BackendError, ConflictError

DAV = "{DAV:}"
_LARGEST = 64 * 2**20  # bytes of one answer; a server is not trusted to be reasonable
_REDIRECTS = 5
_LOOPBACK = {"127.0.0.1", "localhost", "::1"}


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP answer: its status, headers in small letters, body, and the URL that gave it."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    url: str


@dataclass(frozen=True, slots=True)
class Resource:
    """One resource as the server has it: its absolute URL, ETag (as sent, quotes included), and text."""

    url: str
    etag: str
    text: str


class Uncertain(BackendError):
    """A write was sent and no clear answer came: it may or may not have happened."""


class DavClient:
    """A WebDAV client for one account. `what` names the service in errors: "calendar" or "contacts".

    Raises BackendError for all that is the server's or the settings' fault, ConflictError when a precondition fails.
    """

    def __init__(self, url: str, user: str, password: str, what: str, timeout: float = 20.0) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BackendError(f"the {what} url is {url!r}; it must begin with https:// or http://")
        self.url, self.user, self.what = url, user, what
        self._timeout = timeout
        self._origin = (parts.scheme, parts.netloc)
        self._host = parts.hostname
        token = base64.b64encode(f"{user}:{password}".encode()).decode()
        self._authorization = f"Basic {token}"
        handlers: list[urllib.request.BaseHandler] = [_NoRedirect()]
        if self._host in _LOOPBACK:
            handlers.append(urllib.request.ProxyHandler({}))  # a proxy of the environment cannot reach our own loopback
        self._opener = urllib.request.build_opener(*handlers)

    def request(
        self, method: str, url: str, body: str = "", headers: Mapping[str, str] | None = None, *, writes: bool = False
    ) -> Answer:
        """Send one request; redirects within the host are followed. Returns any answer below 500 but 401 and 403."""
        for _ in range(_REDIRECTS):
            answer = self._once(method, url, body.encode(), headers or {}, writes)
            if answer.status not in (301, 302, 307, 308) or "location" not in answer.headers:
                return self._checked(answer, writes)
            target = urllib.parse.urljoin(url, answer.headers["location"])
            parts = urllib.parse.urlsplit(target)
            if parts.hostname != self._host or (parts.scheme == "http" and self._origin[0] == "https"):
                # the password goes to no other host than the one the person named
                raise BackendError(f"the {self.what} server sends us to {target!r}; put that url into the settings")
            url = target
        raise BackendError(f"the {self.what} server at {self.url} redirects in circles; check the url in the settings")

    def multistatus(self, method: str, url: str, body: str, depth: str) -> list[tuple[str, ET.Element]]:
        """Send a PROPFIND or REPORT; return (absolute URL, its properties that were found) of each resource."""
        answer = self.request(method, url, body, {"Depth": depth, "Content-Type": "application/xml; charset=utf-8"})
        if answer.status == 404:
            raise BackendError(f"there is no {self.what} at {url}; check the url in the settings")
        if answer.status != 207:
            raise BackendError(f"the {self.what} server at {self.url} answered {method} with status {answer.status}")
        return [
            (self.absolute(answer.url, href), properties) for href, properties in _responses(answer.body, self.what)
        ]

    def absolute(self, base: str, href: str) -> str:
        """Return an href as a URL. Raises BackendError when it leads to another host."""
        url = urllib.parse.urljoin(base, href.strip())
        if urllib.parse.urlsplit(url).hostname != self._host:
            raise BackendError(f"the {self.what} server names a resource of another host: {url!r}")
        return url

    def get(self, url: str) -> Resource | None:
        """Return a resource, None when there is none."""
        answer = self.request("GET", url)
        if answer.status in (404, 410):
            return None
        if answer.status != 200:
            raise BackendError(f"the {self.what} server answered {answer.status} for {url}")
        return Resource(url, answer.headers.get("etag", ""), _decoded(answer.body))

    def put(self, url: str, text: str, content_type: str, etag: str | None) -> None:
        """Write a resource if it still has `etag`, or, when that is None, does not exist. Raises ConflictError."""
        condition = {"If-None-Match": "*"} if etag is None else {"If-Match": etag} if etag else {}
        headers = {"Content-Type": f"{content_type}; charset=utf-8", **condition}
        answer = self.request("PUT", url, text, headers, writes=True)
        if answer.status in (404, 409, 412):
            raise ConflictError(f"this {self._thing} was changed by someone else meanwhile; nothing was written")
        if answer.status not in (200, 201, 204):
            raise BackendError(
                f"the {self.what} server refused to store it (status {answer.status}); nothing was written"
            )

    def delete(self, url: str, etag: str) -> None:
        """Delete a resource if it still has `etag`. Raises ConflictError when it was changed or is gone."""
        answer = self.request("DELETE", url, headers={"If-Match": etag} if etag else {}, writes=True)
        if answer.status in (404, 410):
            raise ConflictError(f"this {self._thing} no longer exists")
        if answer.status in (409, 412):
            raise ConflictError(f"this {self._thing} was changed by someone else meanwhile; nothing was deleted")
        if answer.status not in (200, 204):
            raise BackendError(f"the {self.what} server refused to delete it (status {answer.status})")

    def find_collection(self, kind: str, home: str, component: str = "") -> str:
        """Return the URL of the collection to use: the given one, else the account's first of that kind.

        `kind` is a resource type in Clark notation, `home` the property that lists where such collections are.
        """
        found = self.multistatus("PROPFIND", self.url, _propfind("resourcetype", "current-user-principal"), "0")
        if any(_is(properties, kind) for _, properties in found):
            return _folder(found[0][0])
        principal = next((p for _, e in found if (p := _href(e, f"{DAV}current-user-principal"))), None)
        base = self.absolute(self.url, principal) if principal else self.url
        homes = self.multistatus("PROPFIND", base, _propfind(home), "0")
        places = [self.absolute(base, h) for _, e in homes if (h := _href(e, home))] or [self.url]
        for place in places:
            asked = _propfind("resourcetype", f"{home.rpartition('}')[0]}}}supported-calendar-component-set")
            for url, properties in self.multistatus("PROPFIND", place, asked, "1"):
                if _is(properties, kind) and _holds(properties, component):
                    return _folder(url)
        raise BackendError(f"no {self.what} found at {self.url}; put the url of one into the settings")

    @property
    def _thing(self) -> str:
        return "event" if self.what == "calendar" else "contact"

    def _once(self, method: str, url: str, body: bytes, headers: Mapping[str, str], writes: bool) -> Answer:
        request = urllib.request.Request(url, body or None, method=method)
        request.add_header("Authorization", self._authorization)
        request.add_header("User-Agent", "BotPsy")
        for name, value in headers.items():
            request.add_header(name, value)
        try:
            try:
                response = self._opener.open(request, timeout=self._timeout)
            except urllib.error.HTTPError as error:
                response = error  # an answer like any other
            with response:
                return _read(response, url)
        except TimeoutError:
            raise self._lost(f"did not answer within {self._timeout:g} seconds", writes) from None
        except urllib.error.URLError as error:
            if isinstance(error.reason, TimeoutError):
                raise self._lost(f"did not answer within {self._timeout:g} seconds", writes) from None
            if isinstance(error.reason, ssl.SSLError):
                raise BackendError(
                    f"no safe connection to the {self.what} server at {self.url}: {error.reason}"
                ) from None
            raise BackendError(
                f"cannot reach the {self.what} server at {self.url} ({error.reason}); is it running, and the url right?"
            ) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise self._lost(f"broke off ({error or type(error).__name__})", writes) from None

    def _lost(self, how: str, writes: bool) -> BackendError:
        text = f"the {self.what} server at {self.url} {how}"
        return Uncertain(f"{text}; whether the change was made is not known") if writes else BackendError(text)

    def _checked(self, answer: Answer, writes: bool) -> Answer:
        server = f"the {self.what} server at {self.url}"
        if answer.status == 401:
            raise BackendError(
                f"{server} does not accept the password of {self.user!r}; check user and password in the settings"
            )
        if answer.status == 403:
            raise BackendError(f"{server} does not allow {self.user!r} to do this; check its rights there")
        if answer.status == 507:
            raise Uncertain(f"{server} has no space left on its disk; nothing was written")
        if answer.status == 413:
            raise BackendError(f"{server} finds this too large; nothing was written")
        if answer.status == 429 or answer.status >= 500:
            kind: type[BackendError] = Uncertain if writes else BackendError
            raise kind(f"{server} failed (status {answer.status}); try again later")
        return answer


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Hands redirects to DavClient.request, which keeps the method and the password in bounds."""

    def redirect_request(self, *_: object, **__: object) -> None:
        return None


def _read(response: http.client.HTTPResponse | urllib.error.HTTPError, url: str) -> Answer:
    body = response.read(_LARGEST + 1)
    if len(body) > _LARGEST:
        raise BackendError(f"the answer of {url} is larger than {_LARGEST >> 20} MB")
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Answer(response.status or 0, headers, body, url)


def _decoded(body: bytes) -> str:
    return body.decode("utf-8", "replace")


def _responses(body: bytes, what: str) -> list[tuple[str, ET.Element]]:
    """Return (href, prop element) for the properties with status 200."""
    if b"<!DOCTYPE" in body or b"<!ENTITY" in body:
        raise BackendError(f"the {what} server sent XML with a document type; it is not read")
    try:
        root = ET.fromstring(body)
    except ET.ParseError as error:
        raise BackendError(f"the {what} server sent what is no XML: {error}") from None
    found: list[tuple[str, ET.Element]] = []
    for response in root.iter(f"{DAV}response"):
        href = response.findtext(f"{DAV}href")
        for propstat in response.iter(f"{DAV}propstat"):
            properties = propstat.find(f"{DAV}prop")
            if href and properties is not None and " 200" in (propstat.findtext(f"{DAV}status") or " 200"):
                found.append((href, properties))
    return found


def _propfind(*names: str) -> str:
    root = ET.Element(f"{DAV}propfind")
    properties = ET.SubElement(root, f"{DAV}prop")
    for name in names:
        ET.SubElement(properties, name if name.startswith("{") else DAV + name)
    return ET.tostring(root, encoding="unicode")


def _is(properties: ET.Element, kind: str) -> bool:
    types = properties.find(f"{DAV}resourcetype")
    return types is not None and types.find(kind) is not None


def _holds(properties: ET.Element, component: str) -> bool:
    names = [e.get("name") for e in properties.iter() if e.tag.endswith("}comp")]
    return not component or not names or component in names


def _href(properties: ET.Element, name: str) -> str | None:
    element = properties.find(name)
    return None if element is None else element.findtext(f"{DAV}href")


def _folder(url: str) -> str:
    return url if url.endswith("/") else url + "/"
