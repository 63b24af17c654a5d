/** Every format of a document, with its content type. The extension of a file is the format's name. */
export const CONTENT_TYPES = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

export type DocumentFormat = keyof typeof CONTENT_TYPES;

export const DOCUMENT_FORMATS = Object.keys(CONTENT_TYPES) as DocumentFormat[];
