import { auditText, beginSecondFactor, confirmSecondFactor, listAudit, tokenRefusal } from '@lamella/shared/contract'
import { generateSync } from 'otplib'
import { createClock } from './clock.ts'
import { madeBy, setUpServer } from './helper.ts'
import { addPerson, type Person, password, setUpOrganisation, tokenCall } from './people.ts'

/** A server with a clock, and per test a new organisation and a new person in it, with the calls of two-step verification. */
export const setUpSecondFactor = () => {
  const clock = createClock()
  const server = setUpServer({ now: clock.now })
  // Starts with empty counters.
  beforeEach(() => clock.advance({ days: 1 }))
  const lab = setUpOrganisation(server, beforeEach)
  const person = madeBy(beforeEach, () => addPerson(server, lab.id, 'person'))

  /** The code that the app shows, now or so many seconds later. */
  const codeOf = (secret: string, seconds = 0) =>
    generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) + seconds })
  const begin = async ({ token }: Person) => (await server.call(beginSecondFactor, { token })).body.data
  const confirm = ({ token }: Person, code: string, secret = password) =>
    server.call(confirmSecondFactor, { token, body: { data: { code, password: secret } } })
  const firstStep = (email = person.email, secret = password) =>
    tokenCall(server, { grant_type: 'password', username: email, password: secret })

  return {
    clock,
    server,
    lab,
    person,
    codeOf,
    wrongCode: (secret: string) => codeOf(secret).replace(/^./, (digit) => String((Number(digit) + 1) % 10)),
    begin,
    confirm,
    /** Turns the second factor on, and advances the clock so that the next code of the app is valid. */
    turnOn: async (who: Person = person) => {
      const { secret } = await begin(who)
      const { body, code } = await confirm(who, codeOf(secret))
      if (code) throw new Error(`It cannot be turned on: ${code}`)
      clock.advance({ seconds: 30 })
      return { secret, codes: body.data.recoveryCodes }
    },
    firstStep,
    ticketOf: async (email = person.email, secret = password): Promise<string> =>
      tokenRefusal.parse(JSON.parse(String((await firstStep(email, secret)).raw))).ticket ?? '',
    secondStep: (ticket: string, code: string, extraHeaders = {}) =>
      tokenCall(server, { grant_type: 'second_factor', ticket, code }, extraHeaders),
    /** The audit log, newest entry first: "first name: sentence". */
    audited: async () => {
      const { data } = (await server.call(listAudit, { token: lab.admin.token, query: {} })).body
      return data.map(({ user, sentence }) => `${user?.fullName.split(' ')[0] ?? 'nobody'}: ${auditText(sentence)}`)
    },
  }
}
