import type { ContributorRole, Project } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { sharingChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { inviteByMail, shareWith } from './api.ts'
import { type ChosenPerson, roleFor } from './chosen-people.ts'
import { addFailure, reasonOf } from './sharing-failure.ts'

/** Somebody who could not be added. */
export interface AddFailure {
  entry: string
  /** Name or address. */
  name: string
  /** Text of the specification (D2-8-12, D2-8-14). */
  text: string
  reason: string
}

interface People {
  people: readonly ChosenPerson[]
  role: ContributorRole
}

const count = (number: number, one: string, several: string): string =>
  number === 1 ? `1 ${one}` : `${number} ${several}`

const successText = (added: number, invited: number): string =>
  [
    added > 0 && `${count(added, 'person was', 'people were')} added`,
    invited > 0 && `${count(invited, 'invitation was', 'invitations were')} sent`,
  ]
    .filter(Boolean)
    .join(', ')

/** Adds users one by one, and invites addresses; each can fail on its own. */
export const useAddPeople = ({ id }: Project, isAdmin: boolean) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ people, role }: People): Promise<AddFailure[]> => {
      const failures: AddFailure[] = []
      for (const person of people) {
        if (person.kind !== 'user') continue
        const { entry, user } = person
        await shareWith(id, user.id, roleFor(person, role, isAdmin)).catch((error: unknown) =>
          failures.push({ entry, name: user.fullName, text: addFailure(error), reason: reasonOf(error) }),
        )
      }
      const addresses = people.filter(({ kind }) => kind === 'address')
      const [first] = addresses
      const emails = addresses.map(({ entry }) => entry)
      if (first) {
        const results = await inviteByMail(id, emails, roleFor(first, role, isAdmin)).catch((error: unknown) =>
          emails.map((email) => ({ email, error: { code: '', detail: reasonOf(error) } })),
        )
        for (const { email, error } of results) {
          if (error) failures.push({ entry: email, name: email, text: 'ERROR', reason: error.detail })
        }
      }
      const failedUsers = failures.filter(({ entry }) => !emails.includes(entry)).length
      const invited = emails.length - (failures.length - failedUsers)
      const done = successText(people.length - emails.length - failedUsers, invited)
      if (done) bus.emit('toast/show', { kind: 'success', title: 'Sharing', detail: `${done}.` })
      return failures
    },
    onSettled: () => sharingChanged(queries, id),
  })
}
