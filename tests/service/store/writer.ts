import { openAccounts } from '../../../src/service/store/accounts/accounts.ts';
import { openDatabase } from '../../../src/service/store/database/open-database.ts';

/** A process that creates companies in the given folder and prints each id once it is stored, until it is killed. */
const [, , dataDir = ''] = process.argv;
const { companies } = await openAccounts(await openDatabase({ dataDir }), console);
for (let number = 1; ; number++) {
  await companies.create({ companyId: `company-${number}`, name: `Company ${number}` });
  process.stdout.write(`company-${number}\n`);
}
