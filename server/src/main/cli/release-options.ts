import { type AppId, appId, semver } from '@lamella/shared/contract'
import { InvalidArgumentError } from 'commander'

/** Name of an app, also of its workspace (`mfe-projects`). @throws InvalidArgumentError */
export const parseApp = (text: string): AppId => {
  const app = appId.safeParse(text.replace(/^mfe-/, ''))
  if (!app.success) throw new InvalidArgumentError('It has lower-case letters, digits and "-", as in "ai-trainer".')
  return app.data
}

/** A version such as `1.2.0-rc.1`. @throws InvalidArgumentError */
export const parseVersion = (text: string): string => {
  if (!semver.safeParse(text).success) throw new InvalidArgumentError('It looks like 1.2.0 or 1.2.0-rc.1.')
  return text
}

/** A version, or `none`. @throws InvalidArgumentError */
export const parseTarget = (text: string): string => (text === 'none' ? text : parseVersion(text))

/** `10%` or `10`. @returns per cent, 1 to 100 @throws InvalidArgumentError */
export const parseTraffic = (text: string): number => {
  const percent = /^(\d{1,3})%?$/.exec(text)?.[1]
  const traffic = Number(percent ?? 0)
  if (traffic < 1 || traffic > 100) throw new InvalidArgumentError('It is a whole number from 1% to 100%.')
  return traffic
}

/** @returns 1 to 100 @throws InvalidArgumentError */
export const parseSteps = (text: string): number => {
  const steps = Number(text)
  if (!Number.isInteger(steps) || steps < 1 || steps > 100)
    throw new InvalidArgumentError('It is a whole number from 1 to 100.')
  return steps
}

/** ISO 8601 as `2026-11-22 18:30:00 UTC`. */
export const moment = (iso: string): string => iso.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')

/** `https://cdn.example`, also with a slash at its end as in LAMELLA_REMOTE_ORIGINS. @throws InvalidArgumentError */
export const parseOrigin = (text: string): string => {
  const origin = text.trim().replace(/\/$/, '')
  if (URL.parse(origin)?.origin === origin) return origin
  throw new InvalidArgumentError('It looks like https://cdn.example: scheme, host and port, without a path.')
}
