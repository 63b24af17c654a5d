/** What Chromium's own style sheet says of the elements of a document, so far as the converter can show it. */
export const USER_AGENT_CSS = `
address, article, aside, blockquote, body, center, dd, details, dialog, div, dl, dt, fieldset, figcaption, figure,
footer, form, h1, h2, h3, h4, h5, h6, header, hgroup, hr, html, legend, main, menu, nav, ol, p, pre, search, section,
summary, ul { display: block }
area, base, datalist, head, link, meta, param, rp, script, source, style, template, title, track, [hidden],
audio, canvas, iframe, noembed, noframes, video { display: none }
li { display: list-item }
table { display: table; border-spacing: 1.5pt; text-indent: 0 }
thead { display: table-header-group } tbody { display: table-row-group } tfoot { display: table-footer-group }
tr { display: table-row } td, th { display: table-cell; padding: 0.75pt; vertical-align: middle }
col { display: table-column } colgroup { display: table-column-group } caption { display: table-caption; text-align: center }
th { font-weight: bold; text-align: -internal-center }
h1 { font-size: 2em; margin: .67em 0; font-weight: bold } h2 { font-size: 1.5em; margin: .83em 0; font-weight: bold }
h3 { font-size: 1.17em; margin: 1em 0; font-weight: bold } h4 { margin: 1.33em 0; font-weight: bold }
h5 { font-size: .83em; margin: 1.67em 0; font-weight: bold } h6 { font-size: .67em; margin: 2.33em 0; font-weight: bold }
body { margin: 6pt }
p, dl, menu, ol, ul, pre { margin: 1em 0 } blockquote, figure { margin: 1em 30pt }
menu, ol, ul { padding-left: 30pt } dd { margin-left: 30pt }
:is(menu, ol, ul) :is(menu, ol, ul), :is(menu, ol, ul) dl, dl dl { margin-top: 0; margin-bottom: 0 }
ol { list-style-type: decimal } ul, menu { list-style-type: disc } :is(menu, ol, ul) ul { list-style-type: circle }
:is(menu, ol, ul) :is(menu, ol, ul) ul { list-style-type: square }
ol[type="a" s] { list-style-type: lower-alpha } ol[type="A" s] { list-style-type: upper-alpha }
ol[type="i" s] { list-style-type: lower-roman } ol[type="I" s] { list-style-type: upper-roman }
b, strong { font-weight: bolder } address, cite, dfn, em, i, var { font-style: italic } center { text-align: center }
ins, u { text-decoration-line: underline } del, s, strike { text-decoration-line: line-through }
code, kbd, pre, samp, tt { font-family: monospace; font-size: .8125em } pre { white-space: pre }
mark { background-color: yellow; color: black }
small { font-size: .8333em } big { font-size: 1.2em }
sub { vertical-align: sub; font-size: .8333em } sup { vertical-align: super; font-size: .8333em }
a[href] { color: #0000EE; text-decoration-line: underline }
q::before { content: open-quote } q::after { content: close-quote }
hr { margin: .5em 0; border: 0.75pt inset gray }
[dir="rtl"] { direction: rtl } [dir="ltr"] { direction: ltr }
[align="left"] { text-align: left } [align="center"] { text-align: center } [align="right"] { text-align: right }
[valign="top"] { vertical-align: top } [valign="bottom"] { vertical-align: bottom }
fieldset { border: 1.5pt groove #C0C0C0; padding: .35em .75em .625em }
`;
