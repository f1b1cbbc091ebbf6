import { displayName } from '../../platform/display-name.ts'

/** The last part of whatever path a client sent. @throws ApiError ERR_0400 when nothing is left */
export const fileName = (text: string): string => displayName(text.split(/[\\/]/).at(-1) ?? '')
