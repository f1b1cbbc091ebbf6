/** A pattern of LIKE for what contains this text, in which nothing stands for something else. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
