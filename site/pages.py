#!/usr/bin/env python3
"""site/pages.py FOLDER: writes into the head of each page its first sentence, which search engines show. A page with a head keeps it."""

import json
import re
import sys
from pathlib import Path

for page in Path(sys.argv[1]).rglob("*.md"):
    text = page.read_text(encoding="utf-8")
    blocks = (" ".join(block.split()) for block in text.split("\n\n"))
    paragraph = next((block for block in blocks if re.match(r"[A-Z*`]", block)), "")
    plain = re.sub(r"\]\[[^]]*\]|\]\([^)]*\)|[\[\]*`]", "", paragraph)
    if paragraph and not text.startswith("---"):
        sentence = re.split(r"(?<=[.?]) ", plain)[0]
        page.write_text(f"---\ndescription: {json.dumps(sentence, ensure_ascii=False)}\n---\n{text}", encoding="utf-8")
