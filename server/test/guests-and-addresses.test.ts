import type { Endpoint } from '@lamella/shared/contract'
import { listUsers, organisationAdmin, whoAmI } from '@lamella/shared/contract'
import { callAbout, calls, makeObjects } from './access-objects.ts'
import { setUpServer } from './helper.ts'
import { addPerson, setUpOrganisation } from './people.ts'

const server = setUpServer()
const lab = setUpOrganisation(server)

describe('Answers to a guest', () => {
  it('names the members and the own address, and of others only that of the admin, whom guests are asked to contact', async () => {
    const { token } = lab.guest
    const { data } = (await server.call(listUsers, { token, query: {} })).body
    expect(Object.fromEntries(data.map(({ id, email }) => [id, email]))).toEqual({
      [lab.admin.id]: '',
      [lab.member.id]: '',
      [lab.guest.id]: lab.guest.email,
    })
    expect(data.map(({ fullName }) => fullName).sort()).toEqual(['admin Tester', 'guest Tester', 'member Tester'])
    expect((await server.call(whoAmI, { token })).body.data.email).toBe(lab.guest.email)
    expect((await server.call(organisationAdmin, { token })).body.data.email).toBe(lab.admin.email)
  })

  it('differs from the answer to a member', async () => {
    const { data } = (await server.call(listUsers, { token: lab.member.token, query: {} })).body
    const known = [lab.admin, lab.member, lab.guest].map(({ email }) => email)
    expect(data.map(({ email }) => email).sort()).toEqual(known.sort())
  })

  it('has no address of a member in any call of the contract', async () => {
    const owner = await addPerson(server, lab.id, 'owner')
    const others = [owner.email, lab.member.email]
    // The stream of events never ends; events contain ids only.
    for (const [name, endpoint] of Object.entries<Endpoint>(calls)) {
      if (endpoint.method !== 'GET' || name === 'eventStream') continue
      const objects = await makeObjects(server, owner, { admin: lab.admin, contributors: [[lab.guest, 'viewer']] })
      const { raw } = await callAbout(server, name, objects, lab.guest.token)
      for (const email of others) expect([name, raw.includes(email)]).toEqual([name, false])
    }
  })
})
