"""What the theme lacks: a description of each page for search engines, which is its first sentence (that of the first page is in
mkdocs.yml); ids of headings that begin with a letter, which its scripts need; and a switch for light and dark without highlighting."""

import re
from html import escape

from markdown.extensions.toc import slugify

# the switch turns two style sheets on and off that are only there with highlighting
SHEETS = '<link id="hljs-light"><link id="hljs-dark">'


def on_config(config):
    config.mdx_configs.setdefault("toc", {})["slugify"] = slug


def slug(text, separator):
    found = slugify(text, separator)
    return found if found[:1].isalpha() else f"part{separator}{found}"


def on_post_template(output, template_name, **_):
    return output.replace("<title>", f"{SHEETS}\n<title>", 1) if template_name.endswith(".html") else output


def on_post_page(output, page, **_):
    output = output.replace("<title>", f"{SHEETS}\n<title>", 1)
    if page.is_homepage:
        return output
    blocks = (" ".join(block.split()) for block in page.markdown.split("\n\n"))
    paragraph = next((block for block in blocks if re.match(r"[A-Z*`]", block)), page.title)
    text = re.sub(r"\]\[[^]]*\]|\]\([^)]*\)|[\[\]*`]", "", paragraph)
    sentence = re.split(r"(?<=[.?]) ", text)[0]
    return output.replace("<title>", f'<meta name="description" content="{escape(sentence)}">\n<title>', 1)
