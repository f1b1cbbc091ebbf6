import { createProject, listProjects, logout, updateProfile } from '@lamella/shared/contract'
import { setUpServer } from './helper.ts'
import { logIn, setUpOrganisation, tokenCall } from './people.ts'

const server = setUpServer()
const lab = setUpOrganisation(server)

const otherSite = { origin: 'https://evil.example', referer: 'https://evil.example/', 'sec-fetch-site': 'cross-site' }

describe('A page of another site, in the browser of somebody who is logged in', () => {
  it('has nothing that a browser would send along: the log-in leaves no cookie', async () => {
    const { refresh_token } = await logIn(server, lab.member.email)
    const answer = await tokenCall(server, { grant_type: 'refresh_token', refresh_token })
    expect(answer.status).toBe(200)
    expect(answer.headers).not.toHaveProperty('set-cookie')
  })

  it.each([
    ['makes no project', createProject, { body: { data: { name: 'Forged' } } }],
    ['changes no name', updateProfile, { body: { data: { firstName: 'Forged', lastName: 'Name' } } }],
    ['logs nobody out', logout, {}],
  ] as const)('%s, whatever cookies come with the request', async (_, endpoint, input) => {
    const cookie = `authToken=${lab.member.token}; lamella_share=7`
    const answer = await server.call(endpoint as typeof createProject, {
      ...(input as { body: { data: { name: string } } }),
      extraHeaders: { ...otherSite, cookie },
    })
    expect([answer.status, answer.code]).toEqual([401, 'ERR_0401'])
  })

  it('may not read an answer, nor ask whether it may', async () => {
    const read = await server.call(listProjects, { token: lab.member.token, extraHeaders: otherSite })
    expect(read.headers).not.toHaveProperty('access-control-allow-origin')
    const asked = await server.app.inject({
      method: 'OPTIONS',
      url: createProject.path,
      headers: {
        ...otherSite,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(asked.statusCode).toBeGreaterThanOrEqual(400)
    expect(asked.headers).not.toHaveProperty('access-control-allow-origin')
  })
})
