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
 * @param nameOf - full name of a user; "Unknown" of who is not in the organisation; '' while it is read
 */
export const projectRows = <Project extends ListedProject>(
  projects: readonly Project[],
  nameOf: (userId: string) => string,
  now: Date = new Date(),
): (Project & ProjectRow)[] => {
  return projects.map((project) => {
    const [created, modified] = [new Date(project.created), new Date(project.modified)]
    return {
      ...project,
      ownerName: nameOf(project.owner),
      createdText: formatTimestamp(created),
      createdAgo: relativeTime(created, now),
      modifiedText: formatTimestamp(modified),
      modifiedAgo: relativeTime(modified, now),
    }
  })
}
