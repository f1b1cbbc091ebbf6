import { ApiError } from './api-error.ts'

type Texts = Readonly<Record<string, string>>

const isSame = (one: Texts, other: Texts): boolean => Object.keys(one).every((name) => one[name] === other[name])

/**
 * Refuses a change whose caller saw something else than what is there. What is there already may be asked for again, because a client without
 * an answer does that.
 *
 * @param present - locked by the caller until the change is stored
 * @param seen - undefined: the caller, an older build, does not say it
 * @throws ApiError ERR_5013
 */
export const refuseOutdated = (present: Texts, seen: Texts | undefined, wanted: Texts): void => {
  if (seen && !isSame(present, seen) && !isSame(present, wanted)) throw new ApiError('ERR_5013')
}
