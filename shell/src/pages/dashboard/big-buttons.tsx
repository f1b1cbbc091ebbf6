import { UserAvatar } from '@lamella/shared/blocks'
import type { CurrentUser, RestrictionKey } from '@lamella/shared/contract'
import { failingTo, firstUsersQuery, storageQuery, usageQuery } from '@lamella/shared/queries'
import { gigabyte, restrictionsAtom } from '@lamella/shared/session'
import { Doughnut, formatFileSize, formatNumber } from '@lamella/shared/ui'
import { IconBrain, IconChevronRight, IconDatabase, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import css from './big-buttons.module.css'

interface BigButtonProps {
  to: string
  title: string
  icon: typeof IconBrain
  children?: ReactNode
}

const BigButton = ({ to, title, icon: Icon, children }: BigButtonProps) => (
  <Link to={to} className={css.button}>
    <span className={css.head}>
      <span className={css.plate}>
        <Icon size={20} stroke={1.6} aria-hidden />
      </span>
      <span className={css.title}>{title}</span>
      <IconChevronRight size={18} stroke={1.6} className={css.chevron} aria-hidden />
    </span>
    {children && <span className={css.content}>{children}</span>}
  </Link>
)

/**
 * Number without unit, which the doughnut adds; values below 0.1 GB are given in a smaller unit, so that they do not
 * read "0.0".
 * @param value - gigabytes
 */
const gigabytesText = (value: number): string =>
  value > 0 && value < 0.1 ? formatFileSize(value * gigabyte) : formatNumber(value, Number.isInteger(value) ? 0 : 1)

const StorageFigures = () => {
  const limits = useAtomValue(restrictionsAtom)?.limits
  const storage = useQuery(failingTo(null, storageQuery)).data
  if (!limits || !storage) return null
  const images = storage.objectTypes.find(({ type }) => type === 'ImageMedium')?.fileCount ?? 0
  return (
    <>
      <Doughnut
        layout="beside"
        size={44}
        title="Storage"
        used={storage.total.size / gigabyte}
        limit={limits.storageLimit}
        unit="GB"
        format={gigabytesText}
      />
      <Doughnut layout="beside" size={44} title="Images" used={images} limit={limits.mediumLimit} />
    </>
  )
}

/** Avatars shown beside the number of users. */
const facesShown = 4

/** What counts against a limit of the organisation; undefined while it is not known. */
const useUsed = (limit: RestrictionKey): number | undefined =>
  useQuery(failingTo(null, usageQuery)).data?.find(({ key }) => key === limit)?.used

const People = () => {
  const restrictions = useAtomValue(restrictionsAtom)
  const used = useUsed('userLimit')
  const users = useQuery(firstUsersQuery(facesShown)).data
  if (!restrictions || !users || used === undefined) return null
  const { userLimit } = restrictions.limits
  return (
    <span className={css.people}>
      <span className={css.faces}>
        {users.map(({ id, fullName }) => (
          <UserAvatar key={id} id={id} name={fullName} size={32} />
        ))}
      </span>
      <span className={css.words}>
        <strong>{`${userLimit < 0 ? formatNumber(used) : `${formatNumber(used)} of ${formatNumber(userLimit)}`} users`}</strong>
        <span>{restrictions.organisationName}</span>
      </span>
    </span>
  )
}

const Trainings = () => {
  const limit = useAtomValue(restrictionsAtom)?.limits.trainingLimit
  const used = useUsed('trainingLimit')
  if (limit === undefined || used === undefined) return null
  return <span className={css.words}>{`${limit < 0 ? used : `${used} of ${limit}`} trainings used`}</span>
}

/** Links to the areas with the use of the organisation's limits (D1-2.2-22 to D1-2.2-25). */
export const BigButtons = ({ user }: { user: CurrentUser }) => (
  <nav className={css.row} aria-label="Areas">
    <BigButton to={user.isGuest ? '/ai-trainer/guest' : '/ai-trainer/dashboard'} title="AI" icon={IconBrain}>
      {!user.isGuest && <Trainings />}
    </BigButton>
    {!user.isGuest && (
      <BigButton to="/datastorage" title="Data Storage" icon={IconDatabase}>
        <StorageFigures />
      </BigButton>
    )}
    <BigButton to="/settings" title="Settings" icon={IconSettings}>
      <People />
    </BigButton>
  </nav>
)
