import type { Stored } from '../../../schemas/shared/answers.ts';

/** What the store has, as an answer: only JSON makes texts of its moments. */
export function answerOf<Answer>(stored: Stored<Answer>): Answer {
  return stored as Answer;
}
