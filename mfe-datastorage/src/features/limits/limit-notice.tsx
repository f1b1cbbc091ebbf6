import type { StorageStatistics } from '@lamella/shared/contract'
import { organisationAdminQuery } from '@lamella/shared/queries'
import { currentUserAtom, gigabyte, type Restrictions, runtimeConfigAtom } from '@lamella/shared/session'
import { formatFileSize, formatNumber, InfoBar, usageState } from '@lamella/shared/ui'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { capacityOf, imagesIn } from '../../lib/capacity.ts'
import { limitMessage } from './limit-message.ts'

/** Link for raising a limit: admins upgrade (D3-6-04), others contact their admin (D3-6-08). */
const RaiseLimitLink = () => {
  const user = useAtomValue(currentUserAtom)
  const { supportEmail } = useAtomValue(runtimeConfigAtom).product
  const admin = useQuery({ ...organisationAdminQuery, enabled: user?.isAdmin === false })
  return user?.isAdmin ? (
    <Anchor component={Link} to="/settings/subscriptions" inherit>
      Upgrade subscription
    </Anchor>
  ) : (
    <Anchor href={`mailto:${admin.data?.email ?? supportEmail}`} inherit>
      Contact your administrator
    </Anchor>
  )
}

interface LimitNoticeProps {
  restrictions: Restrictions
  used: StorageStatistics
}

/** Bar for a limit that is reached or used above 80 % (D2-9-05); nothing below that. */
export const LimitNotice = ({ restrictions, used }: LimitNoticeProps) => {
  const reached = limitMessage(capacityOf(restrictions, used))
  if (reached) {
    return (
      <InfoBar tone="error">
        {reached} <RaiseLimitLink />
      </InfoBar>
    )
  }
  const { storageLimit, mediumLimit } = restrictions.limits
  const images = imagesIn(used)
  const bytes = storageLimit * gigabyte
  const near = [
    usageState(used.total.size, bytes) === 'warn' &&
      `${formatFileSize(used.total.size)} of ${formatFileSize(bytes)} storage`,
    usageState(images, mediumLimit) === 'warn' && `${formatNumber(images)} of ${formatNumber(mediumLimit)} images`,
  ].filter((text) => text !== false)
  if (near.length === 0) return null
  return (
    <InfoBar tone="warning">
      More than 80 % of a limit is used: {near.join(' and ')}. <RaiseLimitLink />
    </InfoBar>
  )
}
