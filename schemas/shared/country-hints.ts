/**
 * Spellings that are refused because the Supported Countries list does not have them. The error message suggests the
 * entry of the list.
 */

/** Other names, by the name in the list. Codes of ISO 3166-1 with two letters need not be here. */
export const REFUSED_NAMES: Readonly<Record<string, readonly string[]>> = {
  'United States of America': ['USA', 'U.S.', 'America', 'the States'],
  'United Kingdom': ['UK', 'Great Britain', 'Britain'],
  'United Arab Emirates': ['UAE', 'Emirates'],
  Netherlands: ['Holland'],
  'South Africa': ['RSA'],
  'Democratic Republic of the Congo': ['DRC', 'DR Congo', 'Congo-Kinshasa', 'Zaire'],
  Congo: ['Congo-Brazzaville'],
  "Côte d'Ivoire": ['Cote Divoire'],
  'South Korea': ['Republic of Korea'],
  'North Korea': ['DPRK'],
  China: ["People's Republic of China", 'PRC'],
  'Hong Kong': ['Hong Kong SAR'],
  Ireland: ['Eire', 'Republic of Ireland'],
  'Saudi Arabia': ['KSA'],
  Palestine: ['Palestinian Territories'],
  'Vatican City': ['the Vatican'],
};

/** Parts of countries with a law of their own, by the country's name in the list. */
export const PARTS: Readonly<Record<string, readonly string[]>> = {
  'United Kingdom': ['England', 'Wales', 'England and Wales', 'Scotland', 'Northern Ireland'],
  // Georgia is missing here, since the list has a country of that name.
  'United States of America': [
    ...['Alabama', 'Alaska', 'Arizona', 'Arkansas', 'California', 'Colorado', 'Connecticut', 'Delaware'],
    ...['District of Columbia', 'Washington DC', 'Florida', 'Hawaii', 'Idaho', 'Illinois', 'Indiana', 'Iowa'],
    ...['Kansas', 'Kentucky', 'Louisiana', 'Maine', 'Maryland', 'Massachusetts', 'Michigan', 'Minnesota'],
    ...['Mississippi', 'Missouri', 'Montana', 'Nebraska', 'Nevada', 'New Hampshire', 'New Jersey'],
    ...['New Mexico', 'New York', 'North Carolina', 'North Dakota', 'Ohio', 'Oklahoma', 'Oregon'],
    ...['Pennsylvania', 'Rhode Island', 'South Carolina', 'South Dakota', 'Tennessee', 'Texas', 'Utah'],
    ...['Vermont', 'Virginia', 'Washington', 'West Virginia', 'Wisconsin', 'Wyoming'],
  ],
  Canada: [
    ...['Alberta', 'British Columbia', 'Manitoba', 'New Brunswick', 'Newfoundland and Labrador'],
    ...['Northwest Territories', 'Nova Scotia', 'Nunavut', 'Ontario', 'Prince Edward Island', 'Quebec'],
    ...['Saskatchewan', 'Yukon'],
  ],
  Australia: [
    ...['Australian Capital Territory', 'New South Wales', 'Northern Territory', 'Queensland'],
    ...['South Australia', 'Tasmania', 'Victoria', 'Western Australia'],
  ],
  Nigeria: [
    'Federal Capital Territory',
    ...[
      ...['Abia', 'Adamawa', 'Akwa Ibom', 'Anambra', 'Bauchi', 'Bayelsa', 'Benue', 'Borno', 'Cross River'],
      ...['Delta', 'Ebonyi', 'Edo', 'Ekiti', 'Enugu', 'Gombe', 'Imo', 'Jigawa', 'Kaduna', 'Kano', 'Katsina'],
      ...['Kebbi', 'Kogi', 'Kwara', 'Lagos', 'Nasarawa', 'Niger', 'Ogun', 'Ondo', 'Osun', 'Oyo', 'Plateau'],
      ...['Rivers', 'Sokoto', 'Taraba', 'Yobe', 'Zamfara'],
    ].map((name) => `${name} State`),
  ],
  'United Arab Emirates': ['Abu Dhabi', 'ADGM', 'DIFC', 'Dubai', 'Sharjah'],
  Tanzania: ['Zanzibar'],
};
