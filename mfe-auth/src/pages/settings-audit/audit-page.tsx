import { isAuditAction } from '@lamella/shared/contract'
import type { AuditFilter } from '@lamella/shared/queries'
import { PageTitle } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AuditList } from '../../features/audit/audit-list.tsx'
import { useAuditDownload } from '../../features/audit/use-audit-download.ts'

/** The filter in the address, so that a reload and a link keep it. */
const filterFrom = (search: URLSearchParams): AuditFilter => {
  const action = search.get('action') ?? ''
  return { text: search.get('text') ?? '', action: isAuditAction(action) ? action : null }
}

/** Audit log of the organisation, for admins; its filter is in the address. */
const AuditPage = () => {
  const [search, setSearch] = useSearchParams()
  // Of its own, because the address follows what is typed a moment later.
  const [filter, setFilter] = useState(() => filterFrom(search))
  const changeFilter = (changed: AuditFilter): void => {
    setFilter(changed)
    const { text, action } = changed
    setSearch({ ...(text && { text }), ...(action && { action }) }, { replace: true })
  }
  const download = useAuditDownload(filter)
  return (
    <>
      <PageTitle
        title="Audit log"
        facts="Who did what to which object, and when."
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            Download CSV
          </Button>
        }
      />
      <AuditList filter={filter} onFilter={changeFilter} />
    </>
  )
}

export default AuditPage
