import { auditText, listAudit } from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { createToken } from '../src/domains/operators/index.ts'
import { media } from '../src/platform/db/schema/index.ts'
import { calls, freshSession, makeObjects, type Objects } from './access-objects.ts'
import { setUpServer } from './helper.ts'
import { addPerson, type Person, setUpOrganisation } from './people.ts'

/*
 * Every call by which something is lost × the entry that the audit log has afterwards. The calls that delete are read from the contract: one that is
 * missing here fails the first test.
 */

interface Act {
  /** The entry, as a sentence: with the name of what is gone. */
  says: string | RegExp
  by?: 'owner' | 'admin'
  params?: (objects: Objects) => object
  query?: object
  body?: (objects: Objects) => object
  /** The upload of the image is complete. */
  uploaded?: true
  /** Made before it by the owner. */
  after?: string
}

const server = setUpServer()
const lab = setUpOrganisation(server)
let owner: Person
let viewer: Person
beforeAll(async () => {
  owner = await addPerson(server, lab.id, 'owner', { operator: true })
  viewer = await addPerson(server, lab.id, 'viewer')
})

const tokenName = 'ci'
const acts: Record<string, Act> = {
  deleteProject: { says: 'Deleted the project Project' },
  transferProject: {
    says: 'Made viewer Tester the owner of the project Project in place of owner Tester',
    body: () => ({ user: viewer.id, was: owner.id }),
  },
  removeContributor: {
    says: 'Removed viewer Tester from the project Project where they were viewer',
    params: () => ({ userId: viewer.id }),
    query: { was: 'viewer' },
  },
  trashImage: { says: 'Moved the image a to the trash', uploaded: true },
  emptyTrash: { says: 'Deleted the image a', after: 'trashImage', uploaded: true },
  deleteImage: { says: 'Deleted the image a' },
  deleteMedium: { says: 'Deleted the file a.png' },
  cancelUpload: { says: 'Cancelled the upload of the image a to the project Project' },
  deleteJob: { says: /^Deleted (the|an) analysis.* of the image a$/ },
  deleteLabelSet: { says: 'Deleted the label set a in the project Project' },
  deleteLabel: { says: 'Deleted the label a in the project Project' },
  deleteMultichannelSettings: { says: 'Deleted the multichannel settings a in the project Project' },
  revokeInvitation: { says: /^Withdrew the invitation to .+@x\.test$/, by: 'admin' },
  revokeProjectInvitation: { says: /^Withdrew the invitation to .+@x\.test from the project Project$/ },
  updateMember: { says: 'Deactivated the account of owner Tester', by: 'admin', body: () => ({ active: false }) },
  endSession: { says: /^Ended (the|a) session/ },
  endSessions: { says: 'Logged out everywhere' },
  deleteAvatar: { says: 'Removed their picture' },
  resetSecondFactor: { says: 'Reset the two-step verification of owner Tester', by: 'admin' },
  removeOperatorToken: { says: 'Removed the token ci for releases', params: () => ({ name: tokenName }) },
}

/** Calls that delete copies of what is there, by which nothing is lost. */
const ofCopies = ['removeAnnotationExport']

const make = async (name: string, objects: Objects, { by = 'owner', params, query, body }: Act) => {
  const endpoint = calls[name]
  if (!endpoint) throw new Error(`The contract has no call ${name}`)
  const { token } = by === 'admin' ? lab.admin : await freshSession(server, owner)
  const parts = { params: { ...objects, ...params?.(objects) }, query, ...(body && { body: { data: body(objects) } }) }
  return server.call(endpoint, { ...parts, token } as never)
}
const read = async () => (await server.call(listAudit, { token: lab.admin.token })).body.data

it('server/test/destructive-acts.test.ts names every call of the contract that deletes', () => {
  const deleting = Object.entries(calls).filter(([, { method }]) => method === 'DELETE')
  expect([...Object.keys(acts), ...ofCopies]).toEqual(expect.arrayContaining(deleting.map(([name]) => name)))
})

it.each(Object.entries(acts))('%s is in the audit log: who did it, and to what by its name', async (name, act) => {
  const objects = await makeObjects(server, owner, { admin: lab.admin, contributors: [[viewer, 'viewer']] })
  if (name === 'removeOperatorToken') {
    const scope = { name: tokenName, apps: ['projects'], may: ['check' as const] }
    await createToken(server.context.db, { name: 'operator' }, scope, server.context.now())
  }
  if (act.uploaded) {
    const { db } = server.context
    await db.update(media).set({ status: 'available', sha256: '00' }).where(eq(media.id, objects.mediumId))
  }
  if (act.after) await make(act.after, objects, acts[act.after] ?? act)
  const before = new Set((await read()).map(({ id }) => id))
  const { status, raw } = await make(name, objects, act)
  if (name === 'updateMember') await make(name, objects, { ...act, body: () => ({ active: true }) })
  expect([name, status < 300 ? 'done' : String(raw)]).toEqual([name, 'done'])
  const entries = (await read()).filter(({ id }) => !before.has(id))
  const said = entries.map(({ user, sentence }) => [user?.id, auditText(sentence)])
  const by = act.by === 'admin' ? lab.admin.id : owner.id
  const words = typeof act.says === 'string' ? act.says : expect.stringMatching(act.says)
  expect(said).toContainEqual([by, words])
})
