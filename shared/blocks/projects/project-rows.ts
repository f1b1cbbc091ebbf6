import { formatTimestamp, relativeTime } from '@lamella/shared/ui'

/** Fields of a project that a list needs (D1-3-17). */
interface ListedProject {
  id: string
  name: string
  description: string
  /** User id. */
  owner: string
  imageCount: number
  /** Address that needs the bearer token; null while there is no picture. */
  thumbnailUrl: string | null
  /** ISO 8601. */
  created: string
  /** ISO 8601. */
  modified: string
}

/** A project with the texts by which lists show and filter it. */
export interface ProjectRow extends ListedProject {
  /** "Unknown" when the owner is not among the users of the organisation. */
  ownerName: string
  /** yyyy-MM-dd HH:mm:ss, local time. */
  createdText: string
  /** As in "3 hours ago". */
  createdAgo: string
  modifiedText: string
  modifiedAgo: string
}

/**
 * Adds the shown texts (D1-3-18 to D1-3-20).
 * @param users - of the organisation; undefined while they load: then owners' names are empty
 */
export const projectRows = <Project extends ListedProject>(
  projects: readonly Project[],
  users: readonly { id: string; fullName: string }[] | undefined,
  now: Date = new Date(),
): (Project & ProjectRow)[] => {
  const names = new Map(users?.map(({ id, fullName }) => [id, fullName]))
  return projects.map((project) => {
    const [created, modified] = [new Date(project.created), new Date(project.modified)]
    return {
      ...project,
      ownerName: users ? (names.get(project.owner) ?? 'Unknown') : '',
      createdText: formatTimestamp(created),
      createdAgo: relativeTime(created, now),
      modifiedText: formatTimestamp(modified),
      modifiedAgo: relativeTime(modified, now),
    }
  })
}
