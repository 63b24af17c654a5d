import type { RenderJob } from './job.ts';

/**
 * Three rounds of each format take 110 ms; seven more would take as long again and save a tenth of a document's time.
 */
const ROUNDS = 3;

/** Uses a little of everything that documents use, so that V8 has compiled it before the first request. */
const SOURCE = `<!doctype html><html lang="en"><head><title>{{ title }}</title><style>p { margin: 0 }</style></head><body>
{% macro item(party, label="name") %}<p>{{ party.name | blank(label) }}{% if caller %}{{ caller() }}{% endif %}</p>{% endmacro %}
<h1>{{ title | capitalize }}</h1>
<ol class="clauses">{% for party in parties %}<li id="p{{ loop.index }}"><h2>{{ loop.index }}</h2><ol><li>
{{ item(party, label="full name") }}{% call item(party) %}{{ amount | money("NGN") }}{% endcall %}
{% if loop.last and parties.length > 1 %}<p>{{ day | date }} {{ "20" | quantity("day") }} {{ ["a", "b"] | and_list }}</p>
{% else %}<p>{{ words | written }}</p>{% endif %}</li></ol></li>{% endfor %}</ol>
<p>See <a class="ref" href="#p1"></a>.</p></body></html>`;

const DATA = {
  title: 'warm up',
  parties: Array.from({ length: 40 }, (_, index) => ({ name: `Party & Company ${index}` })),
  amount: 12_000_000,
  day: '2026-11-21',
  words: 'in so many words',
};

/** One round per entry, each format in each; the process is ready for requests after the first round. */
export const WARM_UP_JOBS: readonly (readonly RenderJob[])[] = Array.from({ length: ROUNDS }, () =>
  (['html', 'docx'] as const).map((format) => ({
    kind: 'render',
    template: { name: 'warm-up', source: SOURCE },
    data: DATA,
    origin: 'global',
    format,
    title: 'Warm up',
  })),
);
