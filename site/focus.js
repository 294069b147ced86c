// What scrolls can be scrolled by keys in every browser.
for (const block of document.querySelectorAll("pre code, .md-typeset__scrollwrap, p:has(> img[src$='.svg'])")) block.tabIndex = 0;
