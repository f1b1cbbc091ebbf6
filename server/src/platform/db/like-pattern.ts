/** The pattern of LIKE for texts that contain this one; its wildcards are escaped. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
