import type { ContributorRole, Project, ProjectInvitation, User } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { contributorsQuery, projectDeleted, sharingChanged } from '@lamella/shared/queries'
import { selectedProjectAtom } from '@lamella/shared/session'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { roleTitles } from '../../lib/project-access.ts'
import { leave, remove, resend, revoke, saveRole, transfer } from './api.ts'
import { changeFailure, isOvertaken, reasonOf } from './sharing-failure.ts'

const tell = (detail: string): void => bus.emit('toast/show', { kind: 'success', title: 'Sharing', detail })
const warn = (title: string, detail: string): void =>
  bus.emit('toast/show', { kind: 'error', title, detail, sticky: true })

/** A contributor as the list shows them. */
export interface ShownPerson {
  userId: string
  name: string
  role: ContributorRole
}

/** What somebody else has made of the role meanwhile. */
const presentRole = async (queries: QueryClient, projectId: string, { userId, name }: ShownPerson): Promise<string> => {
  const present = await queries.fetchQuery(contributorsQuery(projectId)).catch(() => null)
  if (!present) return `The role of ${name} is another now`
  const role = present.find((each) => each.userId === userId)?.role
  return role ? `${name} is ${roleTitles[role]} now` : `${name} does not contribute any more`
}

/** Reads the present state after a failure and says what became of the change. */
const useChangeFailure = (projectId: string) => {
  const queries = useQueryClient()
  return async (error: Error, person: ShownPerson): Promise<void> => {
    await sharingChanged(queries, projectId)
    const reason = isOvertaken(error)
      ? `${await presentRole(queries, projectId, person)}: somebody else was faster. Your change was not saved.`
      : `${person.name}: ${reasonOf(error)}`
    warn(changeFailure(error), reason)
  }
}

/** Changes a contributor's role (D2-7-15). */
export const useChangeRole = ({ id }: Project) => {
  const queries = useQueryClient()
  const onFailure = useChangeFailure(id)
  return useMutation({
    mutationFn: ({ person, role }: { person: ShownPerson; role: ContributorRole }) =>
      saveRole(id, { userId: person.userId, was: person.role }, role),
    onSuccess: async (_, { person, role }) => {
      await sharingChanged(queries, id)
      tell(`${person.name} is ${roleTitles[role]} now.`)
    },
    onError: (error, { person }) => onFailure(error, person),
  })
}

/** Removes a contributor (D2-7-16). */
export const useRemovePerson = ({ id, name }: Project) => {
  const queries = useQueryClient()
  const onFailure = useChangeFailure(id)
  return useMutation({
    mutationFn: (person: ShownPerson) => remove(id, { userId: person.userId, was: person.role }),
    onSuccess: async (_, person) => {
      await sharingChanged(queries, id)
      tell(`${person.name} was removed from ${name}.`)
    },
    onError: onFailure,
  })
}

/** The user stops contributing; they are led to the projects list, because the project is not theirs to see any more. */
export const useLeave = ({ id, name }: Project) => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const select = useSetAtom(selectedProjectAtom)
  return useMutation({
    mutationFn: (_person: ShownPerson) => leave(id),
    onSuccess: async () => {
      tell(`You left ${name}.`)
      select(null)
      navigate('/projects')
      // Not the project itself: it would be answered with 404.
      await projectDeleted(queries, id)
    },
    onError: async (error) => {
      await sharingChanged(queries, id)
      warn(changeFailure(error), reasonOf(error))
    },
  })
}

/** Makes another user the owner. */
export const useTransfer = ({ id, name, owner }: Project) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (user: User) => transfer(id, user.id, owner),
    onSuccess: async (_, user) => {
      await sharingChanged(queries, id)
      tell(`${user.fullName} owns ${name} now.`)
    },
    onError: async (error) => {
      await sharingChanged(queries, id)
      const reason = isOvertaken(error)
        ? 'Somebody else has transferred the project meanwhile. Your change was not saved.'
        : reasonOf(error)
      warn('ERROR', reason)
    },
  })
}

/** Mails an invitation again, with a new link. */
export const useResend = ({ id }: Project) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (invitation: ProjectInvitation) => resend(id, invitation.id),
    onSuccess: (_, { email }) => tell(`A new link was sent to ${email}. The old one no longer works.`),
    onError: (error, { email }) => warn('ERROR', `${email}: ${reasonOf(error)}`),
    onSettled: () => sharingChanged(queries, id),
  })
}

/** Withdraws an invitation. */
export const useRevoke = ({ id }: Project) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (invitation: ProjectInvitation) => revoke(id, invitation.id),
    onSuccess: (_, { email }) => tell(`The invitation to ${email} was revoked.`),
    onError: (error, { email }) => warn('ERROR', `${email}: ${reasonOf(error)}`),
    onSettled: () => sharingChanged(queries, id),
  })
}
