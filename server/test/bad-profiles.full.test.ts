import * as contract from '@lamella/shared/contract'
import sharp from 'sharp'
import { onPremisePlans } from '../src/domains/quotas/plans.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, setUpOrganisation } from './people.ts'
import { mailsTo } from './queued-mails.ts'

const server = setUpServer()
const lab = setUpOrganisation(server)
const { updateProfile, updateOrganisation, createProject, whoAmI, getOrganisation } = contract

describe('Limits of texts are counted as readers count: an emoji or a rare letter is one', () => {
  const long = (length: number) => '𝛼🧬'.repeat(length / 2)
  const save = {
    name: (text: string) =>
      server.call(updateProfile, {
        token: lab.member.token,
        body: { data: { firstName: text, lastName: text } },
      }),
    organisation: (text: string) =>
      server.call(updateOrganisation, { token: lab.admin.token, body: { data: { name: text } } }),
    sector: (text: string) =>
      server.call(updateOrganisation, { token: lab.admin.token, body: { data: { sector: text } } }),
    project: (text: string) => server.call(createProject, { token: lab.member.token, body: { data: { name: text } } }),
    description: (text: string) =>
      server.call(createProject, { token: lab.member.token, body: { data: { name: 'Study', description: text } } }),
  }

  it.each([
    ['name', 128],
    ['organisation', 128],
    ['sector', 256],
    ['project', 128],
    ['description', 256],
  ] as const)('the %s has room for %d', async (what, most) => {
    expect((await save[what](long(most))).status).toBeLessThan(300)
    expect((await save[what](`${long(most)}a`)).code).toBe('ERR_0400')
  })

  it.each([
    ['right to left', 'محمد', 'الأحمد'],
    ['emoji with joiners', '👩‍🔬', '🧑🏽‍🚀'],
    ['accents', 'Zo\u00eb', 'N\u00f3ra'],
  ])('names are stored as they are: %s', async (_, firstName, lastName) => {
    const { token } = lab.guest
    expect((await server.call(updateProfile, { token, body: { data: { firstName, lastName } } })).status).toBe(204)
    expect((await server.call(whoAmI, { token })).body.data).toMatchObject({
      firstName,
      lastName,
      fullName: `${firstName} ${lastName}`,
    })
  })

  it('invisible marks of direction are left out, and accents are joined with their letters', async () => {
    const { token } = lab.guest
    const data = { firstName: 'נועה\u200f', lastName: 'Zoe\u0308' }
    await server.call(updateProfile, { token, body: { data } })
    expect((await server.call(whoAmI, { token })).body.data.fullName).toBe('נועה Zo\u00eb')
  })

  it('the name of an organisation with right-to-left letters, too', async () => {
    const name = 'مختبر الأنسجة 🔬'
    await server.call(updateOrganisation, { token: lab.admin.token, body: { data: { name } } })
    expect((await server.call(getOrganisation, { token: lab.member.token })).body.data.name).toBe(name)
  })
})

describe('A picture of a user', () => {
  const put = (payload: Buffer) => server.call(contract.putAvatar, { token: lab.member.token, payload } as never)
  const pixels = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#0a6277' }, limitInputPixels: false })

  it.each([
    ['a text', async () => Buffer.from('This is no picture at all.')],
    ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['nothing but a PNG signature', async () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])],
    ['a cut-off JPEG', async () => (await pixels(64, 64).jpeg().toBuffer()).subarray(0, 200)],
    ['a picture of 100 megapixels in a small file', () => pixels(10_000, 10_000).png().toBuffer()],
  ])('that is %s is refused in words, and the one before stays', async (_, make) => {
    const file = await make()
    expect(file.length).toBeLessThan(contract.maxAvatarSize)
    expect(await put(file)).toMatchObject({ status: 415, code: 'ERR_1011' })
    expect((await server.call(whoAmI, { token: lab.member.token })).body.data).not.toHaveProperty('avatar')
  })
})

describe('500 invitations in one go', () => {
  it('send those that can be sent, and say of each other one why not', async () => {
    const { admin, member } = await addOrganisation(server, onPremisePlans)
    const good = Array.from({ length: 480 }, (_, index) => `person-${index}@partner.test`)
    const bad = ['', 'nobody', 'two@at@partner.test', 'a b@partner.test', `${'x'.repeat(400)}@partner.test`]
    const twice = good.slice(0, 10).map((address) => address.toUpperCase())
    const asked = [...good, ...bad, ...twice, member.email, ' person-500@partner.test ', '<person-501@partner.test>']
    const people = asked.map((email) => ({ email, role: 'USER', message: 'مرحبا 👋' }))
    const { status, body } = await server.call(contract.createInvitations, {
      token: admin.token,
      body: { data: people },
    })
    expect(status).toBe(200)
    expect(body.data.success.map(({ email }) => email)).toEqual([...good, ' person-500@partner.test '])
    const reasons = new Map(body.data.fail.map(({ email, error }) => [email, error?.code]))
    expect([...reasons.keys()].sort()).toEqual([...bad, ...twice, member.email, '<person-501@partner.test>'].sort())
    for (const email of bad) expect([email, reasons.get(email)]).toEqual([email, 'ERR_0400'])
    for (const email of [...twice, member.email]) expect([email, reasons.get(email)]).toEqual([email, 'ERR_0409'])
    expect(await mailsTo(server, 'person-3@partner.test')).toHaveLength(1)
    const { total } = (await server.call(contract.getInvitationOutline, { token: admin.token })).body.data
    expect(total).toBe(481)
  })

  it('more than 500 are refused as a whole', async () => {
    const people = Array.from({ length: 501 }, (_, index) => ({ email: `p${index}@partner.test`, role: 'USER' }))
    const refused = await server.call(contract.createInvitations, {
      token: lab.admin.token,
      body: { data: people },
    })
    expect(refused.code).toBe('ERR_0400')
    expect((await server.call(contract.listInvitations, { token: lab.admin.token })).body.data).toEqual([])
  })
})
