import { escapeXml } from '../../../templating/html/xml-text.ts';
import type { Picture } from '../model/model.ts';

const EMU_PER_POINT = 12_700;

/**
 * An inline picture.
 * @param number unique in the document
 */
export function pictureXml(picture: Picture, relationship: string, number: number): string {
  const width = Math.round(picture.width * EMU_PER_POINT);
  const height = Math.round(picture.height * EMU_PER_POINT);
  const description = escapeXml(picture.description);
  const name = `Picture ${number}`;
  return (
    '<w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0">' +
    `<wp:extent cx="${width}" cy="${height}"/><wp:docPr id="${number}" name="${name}" descr="${description}"/>` +
    '<wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr>' +
    '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic>' +
    `<pic:nvPicPr><pic:cNvPr id="${number}" name="${name}" descr="${description}"/><pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill><a:blip r:embed="${relationship}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>` +
    '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>' +
    '</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>'
  );
}
