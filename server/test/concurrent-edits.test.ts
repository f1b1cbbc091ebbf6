import * as contract from '@lamella/shared/contract'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, type Organisation } from './people.ts'

const server = setUpServer()
let lab: Organisation
let projectId = ''
beforeEach(async () => {
  lab = await addOrganisation(server)
  projectId = await addProject(server, lab.admin, [[lab.member, 'editor']], 'Liver')
})

const codesOf = (answers: readonly { code: string | null }[]) => answers.map(({ code }) => code ?? 'saved').sort()

describe('Of two who change the same thing, the second is told and nothing of the first is overwritten:', () => {
  const rename = (token: string, name: string, was?: { name: string; description: string }) =>
    server.call(contract.updateProject, { token, params: { projectId }, body: { data: { name, was } } })
  const projectName = async () =>
    (await server.call(contract.getProject, { token: lab.admin.token, params: { projectId } })).body.data.name

  it('a project, one after the other and at once', async () => {
    const seen = { name: 'Liver', description: '' }
    expect((await rename(lab.member.token, 'Liver, first', seen)).status).toBe(204)
    expect(await rename(lab.admin.token, 'Liver, second', seen)).toMatchObject({ status: 412, code: 'ERR_5013' })
    expect(await projectName()).toBe('Liver, first')

    const now = { name: 'Liver, first', description: '' }
    const names = ['a', 'b', 'c', 'd']
    const answers = await Promise.all(names.map((name) => rename(lab.admin.token, name, now)))
    expect(codesOf(answers)).toEqual(['ERR_5013', 'ERR_5013', 'ERR_5013', 'saved'])
    expect(await projectName()).toBe(names[answers.findIndex(({ status }) => status === 204)])
  })

  it('a project saved again after an answer was lost is saved', async () => {
    const seen = { name: 'Liver', description: '' }
    expect((await rename(lab.member.token, 'Liver, again', seen)).status).toBe(204)
    expect((await rename(lab.member.token, 'Liver, again', seen)).status).toBe(204)
  })

  it('a page of an older build, which does not say what it saw, goes on to work', async () => {
    expect((await rename(lab.member.token, 'By an old page')).status).toBe(204)
    expect(await projectName()).toBe('By an old page')
  })

  it('the organisation', async () => {
    const second = await addPerson(server, lab.id, 'second', { isAdmin: true })
    const change = (token: string, data: { name?: string; sector?: string }) =>
      server.call(contract.updateOrganisation, {
        token,
        body: { data: { ...data, was: { name: 'Lab', sector: '' } } },
      })
    const answers = await Promise.all([
      change(lab.admin.token, { name: 'Lab of the first' }),
      change(second.token, { name: 'Lab of the second', sector: 'Botany' }),
    ])
    expect(codesOf(answers)).toEqual(['ERR_5013', 'saved'])
    const { name } = (await server.call(contract.getOrganisation, { token: second.token })).body.data
    expect(name).toBe(answers[0]?.code === null ? 'Lab of the first' : 'Lab of the second')
  })

  it('the own name, in two tabs', async () => {
    const change = (firstName: string) =>
      server.call(contract.updateProfile, {
        token: lab.member.token,
        body: { data: { firstName, lastName: 'Tester', was: { firstName: 'member', lastName: 'Tester' } } },
      })
    expect(codesOf(await Promise.all([change('Jon'), change('Jo')]))).toEqual(['ERR_5013', 'saved'])
  })

  it('a label set', async () => {
    const form = { name: 'Cells', description: '' }
    const { token } = lab.admin
    await server.call(contract.createLabelSet, { token, params: { projectId }, body: { data: form } } as never)
    const [set] = (await server.call(contract.listLabelSets, { token, params: { projectId } })).body.data
    if (!set) throw new Error('There is no label set')
    const change = (by: string, name: string) =>
      server.call(contract.updateLabelSet, {
        token: by,
        params: { labelSetId: set.id },
        body: { data: { ...form, name, revision: set.revision } },
      })
    const answers = await Promise.all([change(token, 'Nuclei'), change(lab.member.token, 'Glands')])
    expect(codesOf(answers)).toEqual(['ERR_7001', 'saved'])
  })
})
