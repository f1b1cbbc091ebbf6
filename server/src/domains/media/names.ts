import { sanitiseName } from '../../platform/sanitise-name.ts'

/** The file name in a path of any system, sanitised. @throws ApiError ERR_0400 when nothing is left */
export const fileName = (text: string): string => sanitiseName(text.split(/[\\/]/).at(-1) ?? '')
