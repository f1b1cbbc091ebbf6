import { type AppId, appId, semver } from '@lamella/shared/contract'
import { InvalidArgumentError } from 'commander'

export const parseApp = (text: string): AppId => {
  const app = appId.safeParse(text.replace(/^mfe-/, ''))
  if (!app.success) throw new InvalidArgumentError('It has lower-case letters, digits and "-", as in "ai-trainer".')
  return app.data
}

export const parseVersion = (text: string): string => {
  if (!semver.safeParse(text).success) throw new InvalidArgumentError('It looks like 1.2.0 or 1.2.0-rc.1.')
  return text
}

export const parseTraffic = (text: string): number => {
  const percent = /^(\d{1,3})%?$/.exec(text)?.[1]
  const traffic = Number(percent ?? 0)
  if (traffic < 1 || traffic > 100) throw new InvalidArgumentError('It is a whole number from 1% to 100%.')
  return traffic
}

export const parseSteps = (text: string): number => {
  const steps = Number(text)
  if (!Number.isInteger(steps) || steps < 1 || steps > 100)
    throw new InvalidArgumentError('It is a whole number from 1 to 100.')
  return steps
}

export const moment = (iso: string): string => iso.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')
