/**
 * The part of Chromium's own style sheet that concerns allowed elements (src/templating/html/allowed) and that Word can show.
 * Elements that are never text are hidden.
 */
export const USER_AGENT_CSS = `
address, article, aside, blockquote, body, dd, div, dl, dt, figcaption, figure, footer, h1, h2, h3, h4, h5, h6, header,
hgroup, hr, html, main, nav, ol, p, pre, section, ul { display: block }
head, meta, script, style, template, title, [hidden] { display: none }
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
p, dl, ol, ul, pre { margin: 1em 0 } blockquote, figure { margin: 1em 30pt }
ol, ul { padding-left: 30pt } dd { margin-left: 30pt }
:is(ol, ul) ol, :is(ol, ul) ul, :is(ol, ul) dl, dl dl { margin-top: 0; margin-bottom: 0 }
ol { list-style-type: decimal } ul { list-style-type: disc } :is(ol, ul) ul { list-style-type: circle }
:is(ol, ul) :is(ol, ul) ul { list-style-type: square }
ol[type="a" s] { list-style-type: lower-alpha } ol[type="A" s] { list-style-type: upper-alpha }
ol[type="i" s] { list-style-type: lower-roman } ol[type="I" s] { list-style-type: upper-roman }
b, strong { font-weight: bolder } address, cite, dfn, em, i, var { font-style: italic }
ins, u { text-decoration-line: underline } del, s { text-decoration-line: line-through }
code, kbd, pre, samp { font-family: monospace; font-size: .8125em } pre { white-space: pre }
mark { background-color: yellow; color: black }
small { font-size: .8333em }
sub { vertical-align: sub; font-size: .8333em } sup { vertical-align: super; font-size: .8333em }
a[href] { color: #0000EE; text-decoration-line: underline }
q::before { content: open-quote } q::after { content: close-quote }
hr { margin: .5em 0; border: 0.75pt inset gray }
[dir="rtl"] { direction: rtl } [dir="ltr"] { direction: ltr }
`;
