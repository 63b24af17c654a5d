/** Every document format with its content type. The name of a format is also the file extension. */
export const CONTENT_TYPES = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

export type DocumentFormat = keyof typeof CONTENT_TYPES;

export const DOCUMENT_FORMATS = Object.keys(CONTENT_TYPES) as DocumentFormat[];
