/** The languages that the add dialog offers: code, English name, native name, and the country whose flag represents it. */
export type KnownLanguage = { readonly code: string; readonly name: string; readonly nativeName: string; readonly flag: string };

const known = (code: string, name: string, nativeName: string, flag: string): KnownLanguage => ({ code, name, nativeName, flag });

export const KNOWN_LANGUAGES: readonly KnownLanguage[] = [
  known('en', 'English', 'English', 'gb'),
  known('vi', 'Vietnamese', 'Tiếng Việt', 'vn'),
  known('zh', 'Chinese', '中文', 'cn'),
  known('zh-TW', 'Chinese (Taiwan)', '繁體中文', 'tw'),
  known('ja', 'Japanese', '日本語', 'jp'),
  known('ko', 'Korean', '한국어', 'kr'),
  known('th', 'Thai', 'ไทย', 'th'),
  known('id', 'Indonesian', 'Bahasa Indonesia', 'id'),
  known('ms', 'Malay', 'Bahasa Melayu', 'my'),
  known('tl', 'Filipino', 'Filipino', 'ph'),
  known('lo', 'Lao', 'ລາວ', 'la'),
  known('km', 'Khmer', 'ខ្មែរ', 'kh'),
  known('my', 'Burmese', 'မြန်မာ', 'mm'),
  known('es', 'Spanish', 'Español', 'es'),
  known('pt', 'Portuguese', 'Português', 'pt'),
  known('pt-BR', 'Portuguese (Brazil)', 'Português (Brasil)', 'br'),
  known('fr', 'French', 'Français', 'fr'),
  known('de', 'German', 'Deutsch', 'de'),
  known('it', 'Italian', 'Italiano', 'it'),
  known('nl', 'Dutch', 'Nederlands', 'nl'),
  known('pl', 'Polish', 'Polski', 'pl'),
  known('ru', 'Russian', 'Русский', 'ru'),
  known('uk', 'Ukrainian', 'Українська', 'ua'),
  known('cs', 'Czech', 'Čeština', 'cz'),
  known('sk', 'Slovak', 'Slovenčina', 'sk'),
  known('hu', 'Hungarian', 'Magyar', 'hu'),
  known('ro', 'Romanian', 'Română', 'ro'),
  known('bg', 'Bulgarian', 'Български', 'bg'),
  known('sr', 'Serbian', 'Српски', 'rs'),
  known('hr', 'Croatian', 'Hrvatski', 'hr'),
  known('el', 'Greek', 'Ελληνικά', 'gr'),
  known('tr', 'Turkish', 'Türkçe', 'tr'),
  known('sv', 'Swedish', 'Svenska', 'se'),
  known('da', 'Danish', 'Dansk', 'dk'),
  known('no', 'Norwegian', 'Norsk', 'no'),
  known('fi', 'Finnish', 'Suomi', 'fi'),
  known('et', 'Estonian', 'Eesti', 'ee'),
  known('lv', 'Latvian', 'Latviešu', 'lv'),
  known('lt', 'Lithuanian', 'Lietuvių', 'lt'),
  known('ar', 'Arabic', 'العربية', 'sa'),
  known('he', 'Hebrew', 'עברית', 'il'),
  known('fa', 'Persian', 'فارسی', 'ir'),
  known('ur', 'Urdu', 'اردو', 'pk'),
  known('hi', 'Hindi', 'हिन्दी', 'in'),
  known('bn', 'Bengali', 'বাংলা', 'bd'),
  known('ta', 'Tamil', 'தமிழ்', 'lk'),
  known('kk', 'Kazakh', 'Қазақша', 'kz'),
  known('sw', 'Swahili', 'Kiswahili', 'ke'),
];

const RIGHT_TO_LEFT = new Set(['ar', 'he', 'fa', 'ur']);

/** By the language, whatever the region: ar-EG like ar. */
export const textDirection = (code: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.has(code.split('-')[0] ?? '') ? 'rtl' : 'ltr');
