/** Specification 2, sections 3 and 9: a time that names no zone is one of +07:00, wherever its reader is. */
export const zoned = (time: string): string => (/(Z|[+-]\d\d:?\d\d)$/i.test(time) ? time : `${time.replace(' ', 'T')}+07:00`);
