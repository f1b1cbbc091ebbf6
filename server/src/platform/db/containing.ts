/** A pattern of LIKE for what contains this text, in which nothing stands for something else. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
