"""`python -m botpsy`."""

from botpsy.cli.main import main

raise SystemExit(main())
