import { type TokenAnswer, tokenAnswer } from '@lamella/shared/contract'
import * as z from 'zod/mini'
import { seal, unseal } from './seal.ts'

/** What a complete log-in answers. */
export interface LoggedIn {
  answer: TokenAnswer
  /** For the device cookie: this browser is known from now on. */
  deviceSecret: string
}

/** What the client of a second step sends. */
export interface SecondStep {
  ticket: string
  code: string
}

const purpose = 'second step'
const given = z.object({
  answer: tokenAnswer,
  deviceSecret: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
})

/** Encrypts the answer of a second step, so that only the same ticket and code open it. */
export const sealAnswer = ({ ticket, code }: SecondStep, loggedIn: LoggedIn, now: Date): Buffer =>
  seal(`${ticket} ${code}`, JSON.stringify({ ...loggedIn, at: now.getTime() } satisfies z.infer<typeof given>), purpose)

/** @returns the answer that was sealed, with the time that its access token still has; null: the code is another one */
export const openAnswer = ({ ticket, code }: SecondStep, sealed: Buffer, now: Date): LoggedIn | null => {
  const text = unsealed(`${ticket} ${code}`, sealed)
  if (text === null) return null
  const { answer, deviceSecret, at } = given.parse(JSON.parse(text))
  const age = Math.ceil((now.getTime() - at) / 1000)
  return { answer: { ...answer, expires_in: answer.expires_in - age }, deviceSecret }
}

const unsealed = (key: string, sealed: Buffer): string | null => {
  try {
    return unseal(key, sealed, purpose)
  } catch {
    return null
  }
}
