import type { Piece } from './pieces.ts';

const NAMESPACES =
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" ' +
  'xmlns:w10="urn:schemas-microsoft-com:office:word"';

/** Word's own watermark: text along a path, behind the page, centred between the margins. */
const SHAPE_TYPE =
  '<v:shapetype id="_x0000_t136" coordsize="21600,21600" o:spt="136" adj="10800" path="m@7,l@8,m@5,21600l@6,21600e">' +
  '<v:formulas><v:f eqn="sum #0 0 10800"/><v:f eqn="prod #0 2 1"/><v:f eqn="sum 21600 0 @1"/><v:f eqn="sum 0 0 @2"/>' +
  '<v:f eqn="sum 21600 0 @3"/><v:f eqn="if @0 @3 0"/><v:f eqn="if @0 21600 @1"/><v:f eqn="if @0 0 @2"/>' +
  '<v:f eqn="if @0 @4 21600"/><v:f eqn="mid @5 @6"/><v:f eqn="mid @8 @5"/><v:f eqn="mid @7 @8"/><v:f eqn="mid @6 @7"/>' +
  '<v:f eqn="sum @6 0 @5"/></v:formulas>' +
  '<v:path textpathok="t" o:connecttype="custom" o:connectlocs="@9,0;@10,10800;@11,21600;@12,10800" ' +
  'o:connectangles="270,180,90,0"/><v:textpath on="t" fitshape="t"/>' +
  '<v:handles><v:h position="#0,bottomRight" xrange="6629,14971"/></v:handles><o:lock v:ext="edit" text="t" shapetype="t"/>' +
  '</v:shapetype>';

/** The size of the watermark in the PDF. */
const PLACE =
  'position:absolute;margin-left:0;margin-top:0;width:340pt;height:100pt;rotation:315;z-index:-251658752;' +
  'mso-position-horizontal:center;mso-position-horizontal-relative:margin;' +
  'mso-position-vertical:center;mso-position-vertical-relative:margin';

/**
 * DRAFT across the page, in a header. It is a shape, so that the text of the document does not change.
 * @param page gives the shape a name of its own in each header
 */
export function draftMark(page: 'default' | 'first'): Piece {
  const id = `PowerPlusWaterMarkObject${page === 'default' ? 1 : 2}`;
  const content =
    `<w:pict ${NAMESPACES}>${SHAPE_TYPE}` +
    `<v:shape id="${id}" o:spid="_x0000_s${page === 'default' ? 2049 : 2050}" type="#_x0000_t136" alt="" ` +
    `style="${PLACE}" o:allowincell="f" fillcolor="#dedede" stroked="f">` +
    '<v:textpath style="font-family:&quot;Calibri&quot;;font-size:1pt;font-weight:bold" string="DRAFT"/>' +
    '<w10:wrap anchorx="margin" anchory="margin"/></v:shape></w:pict>';
  return { kind: 'object', properties: '<w:rPr><w:noProof/></w:rPr>', content, link: undefined };
}
