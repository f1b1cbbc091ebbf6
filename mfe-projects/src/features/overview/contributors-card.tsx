import { UserAvatar } from '@lamella/shared/blocks'
import { type ContributorRole, contributorRole, type Project } from '@lamella/shared/contract'
import { useUsersById } from '@lamella/shared/queries'
import { Avatar, Card } from '@mantine/core'
import { CardHead } from '../../lib/card-head.tsx'
import { PersonPicture } from '../../lib/person-picture.tsx'
import { roleTitles } from '../../lib/project-access.ts'
import css from './contributors-card.module.css'

/** People who are shown and named; the others are counted. */
const most = 5

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

const countsOf = (contributors: Project['contributors']): string =>
  contributorRole.options
    .map((role: ContributorRole) => [contributors.filter((each) => each.role === role).length, role] as const)
    .filter(([count]) => count > 0)
    .map(([count, role]) => `${count} ${roleTitles[role]}${count > 1 ? 's' : ''}`)
    .join(', ')

/** Who contributes to the project, by name and role; absent while nobody does. */
export const ContributorsCard = ({ project: { contributors } }: { project: Project }) => {
  const first = contributors.slice(0, most).map(({ userId }) => userId)
  const users = useUsersById(first)
  if (contributors.length === 0) return null
  const isKnown = first.every((id) => users.find(id) !== undefined)
  const named = first.map((id) => users.find(id) ?? null)
  const others = contributors.length - named.length
  const names = named.map((person) => person?.firstName ?? 'Unknown')
  return (
    <Card component="section" aria-label="Contributors">
      <CardHead title="Contributors" count={contributors.length} />
      <div className={css.people}>
        <Avatar.Group spacing={8}>
          {named.map((person, index) =>
            person ? (
              <PersonPicture key={person.id} user={person} size={32} />
            ) : (
              <span key={contributors[index]?.userId} aria-hidden>
                <UserAvatar name="Unknown" inactive />
              </span>
            ),
          )}
        </Avatar.Group>
        {isKnown && (
          <div>
            <div className={css.names}>{list.format(others > 0 ? [...names, `${others} more`] : names)}</div>
            <div className={css.roles}>{countsOf(contributors)}</div>
          </div>
        )}
      </div>
    </Card>
  )
}
