import { describe, expect, test } from 'vitest';
import { printedByPrograms } from '../../../schemas/shared/printed-by-programs.ts';

/** What callers' programs sent for a value, by the words that begin the warning. */
const PRINTED = {
  'has a word that programs print': [
    'undefined',
    'null',
    'NaN',
    'NULL',
    '(null)',
    'None None',
    '[object Object]',
    '[object Promise]',
    'Invalid Date',
    'Invalid date',
    'Invalid DateTime',
    'undefined undefined',
    'null null',
    'Jane undefined',
    'undefined Doe',
    'Jane null',
    'NaN years',
    'NaN%',
    'undefined years',
    'null months',
    'undefined working days',
    'NGN NaN',
    '₦undefined',
    'undefined, Nairobi',
    '12 Market Street, undefined, Kenya',
    'Nairobi, null',
    'undefined: undefined',
    'from undefined to undefined',
    'born on undefined in Lagos',
    'Salary: null',
    'Chief [object Object] Officer',
    'on Invalid Date.',
    '#N/A',
    '#REF!',
    '#VALUE!',
    '#DIV/0!',
    '#NAME?',
    'undefined/undefined/2026',
    'Section undefined.',
    'undefined\nNairobi',
  ],
  'has a placeholder': [
    '{{name}}',
    '{{ employee.name }}',
    'Dear {{first_name}},',
    '{% if name %}',
    '<%= name %>',
    '\x24{name}',
    'Dear \x24{employee.name}',
    '#{name}',
    '{name}',
    '{0}',
    '{first_name} Okafor',
    '<<Name>>',
    '<< First Name >>',
    '[[Name]]',
    '«First_Name»',
    '%s',
    'Dear %s,',
    '%d days',
    '%(name)s',
    '%1$s',
    '%COMPANY%',
    '__NAME__',
    '<name>',
    '<br>',
    'Okafor<br/>Lagos',
    '<b>Okafor</b>',
    '<span class="x">Okafor</span>',
    '[insert name]',
    '[Your company]',
    '[Name]',
    '[Employee Name]',
    '[DATE]',
    '[●]',
    '[•]',
    '[___]',
    '[...]',
  ],
  'has characters that were escaped': [
    '&amp;',
    'C &amp; A',
    'Fish &amp;amp; Chips',
    'O&#39;Brien',
    'O&#x27;Brien',
    'O&apos;Brien',
    '&quot;Lagos&quot;',
    'Jos&eacute;',
    'M&uuml;ller',
    'Lagos&nbsp;Island',
    '&lt;3',
    '&#8358;500',
    '&euro;500',
    'Fran&ccedil;ois',
  ],
  'has letters that were read': [
    'JosÃ©',
    'FranÃ§ois',
    'MÃ¼ller',
    'NÃ¼rnberg',
    'SÃ£o Paulo',
    'CuraÃ§ao',
    'Ã‰cole',
    'Â£500',
    'Â©',
    '500Â€',
    'Oâ€™Brien',
    'â€œLagosâ€\u009d',
    '10 â€“ 12',
    'â‚¬500',
    'â‚¦500',
    'Ð˜Ð²Ð°Ð½',
    'ä¸­å›½',
    'ï»¿Okafor',
    'Jos\ufffd',
    'Jos├⌐',
  ],
  'has an escape': [
    'Lagos\\nNigeria',
    'Lagos,\\nNigeria',
    'one.\\ntwo',
    'Lagos\\r\\nNigeria',
    'Jos\\u00e9',
    'Jos\\xe9',
    'Okafor\\t',
    '\\"Lagos\\"',
    'Lagos%20Island',
    'Jos%C3%A9 Maria',
    'Lagos\u240aNigeria',
    '{"name":"Okafor"}',
    '{ "amount": 5 }',
    '["Lagos","Abuja"]',
  ],
};

describe.each(Object.entries(PRINTED))('%s', (beginning, values) => {
  test.each(values)('%j', (value) => {
    expect(printedByPrograms(value)?.slice(0, beginning.length)).toBe(beginning);
  });
});

const HONEST = `
Christopher Null|Null|Null Island Ltd|Nan|Nan Goldin|Nan Province|Nan Yang|Nana Addo|Nanette|Undefined Studios Ltd
Terms left undefined have the meaning of the Act|a term undefined here|undefined terms are read as usual
Terms undefined herein have their usual meaning|The agreement is null and void|declared null and void by a court
any null result of the test|void or null clauses|nullity|an undefined obligation|The scope remains undefined
Invalid dates are refused|Invalid date formats are returned to the sender|objects of the company|[object]|the object is sold
C & A|C&A|AT&T|Marks & Spencer plc|Johnson & Johnson|R&D|Q&A; others|Smith &Co|Ernst & Young; partners|A & B; C & D
<3|I <3 Lagos|5 < 6|a < b > c|x <= y|Jane Okafor <jane@okafor.example>|-> Lagos|=> Lagos|<-- here|2 > 1
100%|50 % of the price|5% discount|20%20|100% silk|a 5%-stake|% of sales|100%, of which 20 are paid|3%/month|7% p.a.
José|François|Müller|São Paulo|Curaçao|Łódź|Øresund|Åse Ångström|Ñuñoa|Çelik
SÃO PAULO|IRMÃ DULCE|IRMÃOS LTDA|CONSTRUÇÃO CIVIL|MAÇÃ|CÂMARA|ÂNGELA|Ângela|Ã|Â
Irmã|a “Irmã”|“IRMÃ”|« Église »|«café»|the “café”—a bar|the ‘café’|à “Paris”|née Łuczak|«Étoile»
Đặng Thị Nguyễn|Nguyễn Văn Ánh|Phạm Đức|Hà Nội|Đà Nẵng|Iван|Иван|Юлия|Владимир Путин|Ñandú
中国|東京|서울|Ελλάδα|القاهرة|עברית|ไทย|हिन्दी|አዲስ አበባ|ქართული
₦500|€500|£500|¥500|$500|₵500|₹500|KSh 500|R 500|500 ₽
$name|US$ 500|A$5|#1|No. 5|# 12 Market Street|#REF 12|#NAME|Unit #5|Suite #200
[Redacted]|[sic]|[a]|(null hypothesis)|[see Schedule 1]|[2026] EWCA Civ 12|[1932] AC 562|the [first] party|…|[Lagos]
{}|{ }|{a, b}|{1, 2, 3}|the set {a, b, c}|} else|{|}|:-}|;-{
C:\\temp\\notes|C:\\new\\reports|\\\\server\\name|and\\or|yes\\no|either\\neither|\\|a\\b|D:\\test|his\\her
%|%%|5%s|% s|100%d|&|&&|& co|;|a; b & c; d
None of the directors|No|None the less|Nil Desperandum Ltd|none but the director|True North Ltd|False Bay|Truevo|Infinity Ltd|NaNoWriMo
Dr. Ngozi Okonjo-Iweala|O'Brien|O’Brien|D'Souza|Jean-Luc|van der Merwe|de la Cruz|bin Rashid|Mc Donald|St. John
Name|Date|Your Company Ltd|Insert Media Ltd|Title Deeds Ltd|Enter Hall|Object Ltd|Template Ltd|Field & Sons|Placeholder Ltd
12 Market Street, Nairobi|P.O. Box 12345-00100|Plot 5, Block C|Flat 3/4|8:00–17:00|9 am – 5 pm|24/7|09:00-17:30|1/2|3 (three) months
https://okafor.example/a?b=1&c=2|https://okafor.example/50%25|info@okafor.example|+254 700 000 000|@okafor|RC 123456|BN-2026/01|A/B|C#|C++
null-modem cables|zero/null readings|the null set|undefined-behaviour reports|Nullarbor Plain|Nunavut|NANTES|NAN|Nan's Kitchen
`
  .trim()
  .split(/[|\n]/);

test('there are more than 200 honest values', () => {
  expect(HONEST.length).toBeGreaterThan(200);
});

test.each(HONEST)('%j is not told', (value) => {
  expect(printedByPrograms(value)).toBeUndefined();
});
