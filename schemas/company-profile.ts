import { type Static, Type } from '@sinclair/typebox';
import { component } from './shared/component.ts';
import { PAPERS } from './shared/paper.ts';

/** The largest logo, in decoded bytes. */
export const MAX_LOGO_BYTES = 256 * 1_024;

const line = (title: string, description: string, example: string, maxLength = 500) =>
  Type.Optional(Type.String({ title, description, examples: [example], format: 'text', maxLength }));

/**
 * A company's letterhead, and the default of its own side in a document. Every field is optional.
 * `src/service/use-cases/check-profile.ts` checks what JSON Schema cannot express (the picture, the contrast).
 */
export const CompanyProfile = component(
  'schemas/CompanyProfile',
  Type.Object(
    {
      legalName: line(
        'Legal name',
        'Name of the company as registered; at most 500 characters.',
        'Baobab Analytics Limited',
      ),
      address: line(
        'Address',
        'Registered address; at most 500 characters.',
        '12 Marina, Lagos Island, Lagos',
      ),
      country: line('Country', 'Country of the company; at most 500 characters.', 'Nigeria'),
      registrationNumber: line('Registration number', 'At most 500 characters.', 'RC 1482093'),
      type: line('Company type', 'Free text; at most 500 characters.', 'private company limited by shares'),
      logo: Type.Optional(
        Type.String({
          title: 'Logo',
          description:
            'data:image/png;base64,…, data:image/jpeg;base64,… or data:image/svg+xml;base64,…; at most 256 KiB decoded.',
          pattern: '^data:image/(png|jpeg|svg\\+xml);base64,[A-Za-z0-9+/]+={0,2}$',
        }),
      ),
      accentColour: Type.Optional(
        Type.String({
          title: 'Accent colour',
          description:
            '#rrggbb; its contrast with white is at least 4.5 (WCAG 2.2, success criterion 1.4.3).',
          examples: ['#0b5d3b'],
          pattern: '^#[0-9a-fA-F]{6}$',
        }),
      ),
      footer: line(
        'Footer',
        'Text at the foot of every page; at most 200 characters, which may take three lines.',
        'Baobab Analytics Limited, RC 1482093',
        200,
      ),
      paper: Type.Optional(
        Type.Unsafe<(typeof PAPERS)[number]>({
          type: 'string',
          enum: [...PAPERS],
          title: 'Paper',
          description: 'Paper of the company; A4 when absent.',
          examples: ['A4'],
        }),
      ),
    },
    {
      title: 'Company profile',
      description:
        'What a company prints on its own paper, and the default of its own side. Every field is optional.',
      additionalProperties: false,
    },
  ),
);

export type CompanyProfile = Static<typeof CompanyProfile>;

/** A profile as it is stored: with the logo as a bitmap, too, if it was sent as SVG. */
export interface CheckedProfile {
  readonly profile: CompanyProfile;
  /** The logo as `data:image/png;base64,…` when it was sent as SVG; otherwise null. */
  readonly bitmapLogo: string | null;
}
