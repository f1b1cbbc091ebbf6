import {
  acceptInvitation,
  changePassword,
  invite,
  passwordConfirm,
  passwordReset,
  signup,
  signupConfirm,
} from '@lamella/shared/contract'
import { createAccount } from '../src/domains/organisations/create-account.ts'
import { refuseCommonPassword } from '../src/platform/crypto/common-passwords.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { password, setUpOrganisation } from './people.ts'
import { lastTokenTo } from './queued-mails.ts'

const clock = createClock()
const server = setUpServer({ now: clock.now })
beforeEach(() => clock.advance({ hours: 2 }))
const lab = setUpOrganisation(server, beforeEach)

const own = ['ada@lovelace-lab.org', 'Ada', 'Lovelace', 'Lovelace Lab']

// All meet the rules of the checklist (D1-5-09 to D1-5-13).
it.each([
  'Password1!',
  'P@$$w0rd1',
  'Welcome1!',
  'Qwerty123!',
  'Zaq12wsx!',
  'Letmein1!',
  'Iloveyou1!',
  'Admin123!',
  'Summer2026!',
  'December2025!',
  'Lamella2026!',
  'Lovelace1!',
  'Aa1!Aa1!Aa1!Aa1!',
])('The common password %s is refused', async (common) => {
  await expect(refuseCommonPassword(common, own)).rejects.toMatchObject({ code: 'ERR_1020', status: 400 })
})

it.each([
  password,
  'Brand-new-8',
  'Analytical#1843',
  'Nuclei#2026',
  'Lm7-Q0k3Xw9_zT4bV-1c',
  'x'.repeat(120).concat('A1!'),
])('The password %s is accepted', async (rare) => {
  await expect(refuseCommonPassword(rare.replace(/^x+/, 'Tr0ub4dor-and-more'), own)).resolves.toBeUndefined()
})

describe('After a common password, the link or the session stays usable', () => {
  const agreed = { agreementTerms: true, agreementPrivacy: true } as const
  const person = { firstName: 'Ann', lastName: 'Ray', ...agreed }

  it.each<[string, () => Promise<(secret: string) => Promise<{ status: number; code: string | null }>>]>([
    [
      'sign-up',
      async () => {
        const email = 'ann@common.test'
        await server.call(signup, { body: { data: { email, ...agreed } } })
        const token = await lastTokenTo(server, email)
        return (secret) =>
          server.call(signupConfirm, {
            body: { data: { ...person, organizationName: 'Ray lab', token, password: secret } },
          })
      },
    ],
    [
      'invitation',
      async () => {
        const email = 'bob@common.test'
        const body = { data: { emails: [email], role: 'USER' as const } }
        const [result] = (await server.call(invite, { token: lab.admin.token, body })).body.data
        const token = await lastTokenTo(server, email)
        return (secret) =>
          server.call(acceptInvitation, {
            params: { invitationId: result?.invitationId ?? '' },
            body: { data: { ...person, token, password: secret } },
          })
      },
    ],
    [
      'reset',
      async () => {
        const { email } = lab.member
        await server.call(passwordReset, { body: { data: { email } } })
        const token = await lastTokenTo(server, email)
        return (secret) =>
          server.call(passwordConfirm, { params: { email }, body: { data: { token, password: secret } } })
      },
    ],
    [
      'change',
      async () => (secret) =>
        server.call(changePassword, {
          token: lab.admin.token,
          body: { data: { currentPassword: password, newPassword: secret } },
        }),
    ],
  ])('%s', async (_, prepare) => {
    const set = await prepare()
    expect(await set('Password1!')).toMatchObject({ status: 400, code: 'ERR_1020' })
    expect((await set('Brand-new-8')).status).toBe(204)
  })

  it('and the operator cannot create an account with one', async () => {
    const account = {
      email: 'op@common.test',
      organisation: 'Lab',
      role: 'user',
      firstName: 'O',
      lastName: 'P',
    } as const
    await expect(createAccount(server.context, { ...account, password: 'Welcome1!' })).rejects.toThrow(
      'first that are guessed',
    )
  })
})
