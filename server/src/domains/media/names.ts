import { sanitiseName } from '../../platform/sanitise-name.ts'

/** The last part of whatever path a client sent. @throws ApiError ERR_0400 when nothing is left */
export const fileName = (text: string): string => sanitiseName(text.split(/[\\/]/).at(-1) ?? '')
