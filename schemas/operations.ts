import { Type } from '@sinclair/typebox';
import { choice } from './shared/answers.ts';

/** Responses of liveness and readiness. */

export const Alive = Type.Object({ status: Type.Literal('alive') });

export const Ready = Type.Object({
  status: Type.Literal('ready'),
  chromium: Type.Object(
    {
      version: Type.String({ examples: ['153.0.0.0'] }),
      ageDays: Type.Number({ description: 'Days since it was built.' }),
      isOld: Type.Boolean({ description: 'Whether that is more than six weeks: update it.' }),
    },
    { description: 'The browser that prints.' },
  ),
});

export const NotReady = Type.Object({
  status: choice(['unready', 'draining'], {
    description: '`unready`: no document can be made. `draining`: the service is leaving.',
  }),
  reason: Type.String({ description: 'Why, in words.' }),
});
