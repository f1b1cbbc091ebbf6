import { createProject, listProjects, logout, updateProfile } from '@lamella/shared/contract'
import { setUpServer } from './helper.ts'
import { password, setUpOrganisation, tokenCall } from './people.ts'

const server = setUpServer()
const lab = setUpOrganisation(server)

const otherSite = { origin: 'https://evil.example', referer: 'https://evil.example/', 'sec-fetch-site': 'cross-site' }

describe('A page of another site, in the browser of somebody who is logged in', () => {
  it('cannot use a cookie: the only one grants no access and is not sent from other sites', async () => {
    const credentials = { grant_type: 'password', username: lab.member.email, password }
    const { headers, body } = await tokenCall(server, credentials)
    const cookie = String(headers['set-cookie'])
    expect(cookie).toMatch(/^lamella-device=[\w-]{43}; Path=\/api\/v1\/oauth2; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
    const [pair = ''] = cookie.split(';')
    expect((await server.call(listProjects, { extraHeaders: { cookie: pair } })).code).toBe('ERR_0401')
    const wrong = { ...credentials, password: 'Wrong-horse-7' }
    expect((await tokenCall(server, wrong, { cookie: pair })).code).toBe('ERR_1001')
    const refreshed = await tokenCall(server, { grant_type: 'refresh_token', refresh_token: body.refresh_token })
    expect(refreshed.status).toBe(200)
    expect(refreshed.headers).not.toHaveProperty('set-cookie')
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
