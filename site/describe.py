"""The description of a page, which search engines show, is its first sentence; that of the first page is in mkdocs.yml."""

import re
from html import escape


def on_post_page(output, page, **_):
    if page.is_homepage:
        return output
    blocks = (" ".join(block.split()) for block in page.markdown.split("\n\n"))
    paragraph = next((block for block in blocks if re.match(r"[A-Z*`]", block)), page.title)
    text = re.sub(r"\]\[[^]]*\]|\]\([^)]*\)|[\[\]*`]", "", paragraph)
    sentence = re.split(r"(?<=[.?]) ", text)[0]
    return output.replace("<title>", f'<meta name="description" content="{escape(sentence)}">\n<title>', 1)
