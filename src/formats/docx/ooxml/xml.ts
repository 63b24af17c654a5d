import { remembered } from '../../../lib/remembered.ts';

export const XML_HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const MAIN_NAMESPACES = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

export const DOCUMENT_NAMESPACES =
  `${MAIN_NAMESPACES} ` +
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="w14" ' +
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ' +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"';

/** The element; "" when it would have no content. */
export function element(name: string, content: string): string {
  return content === '' ? '' : `<${name}>${content}</${name}>`;
}

/** The children of an element that `element` made. */
export function childrenOf(written: string): string {
  return written.slice(written.indexOf('>') + 1, written.lastIndexOf('<'));
}

const toggles = new Map<string, Readonly<Record<'on' | 'off', string>>>();

/** An element that says yes or no: always the same string, which is compared at once. */
export function toggle(name: string, on: boolean): string {
  const known = remembered(toggles, name, () => ({ on: `<w:${name}/>`, off: `<w:${name} w:val="0"/>` }));
  return on ? known.on : known.off;
}

const NO_SHADE = '<w:shd w:val="clear" w:color="auto" w:fill="auto"/>';

/** @param fill "RRGGBB", or none */
export function shade(fill: string): string {
  return fill === 'none' ? NO_SHADE : `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>`;
}
