import {
  IconActivity,
  IconAdjustmentsAlt,
  IconArrowForwardUp,
  IconBrain,
  IconChartDots,
  IconDatabase,
  IconFolders,
  IconHome,
  IconLayoutDashboard,
  IconLayoutList,
  IconMicroscope,
  IconPhoto,
  IconPlus,
  IconSettings,
  IconTags,
  IconUpload,
  IconUsers,
  IconVector,
} from '@tabler/icons-react'

/** Icons by the names that manifests use. An unknown name gets the list icon: a new remote must not break the menu. */
const icons = {
  home: IconHome,
  projects: IconFolders,
  ai: IconBrain,
  storage: IconDatabase,
  settings: IconSettings,
  dashboard: IconLayoutDashboard,
  details: IconLayoutList,
  library: IconPhoto,
  analysis: IconMicroscope,
  jobs: IconActivity,
  labels: IconTags,
  channels: IconAdjustmentsAlt,
  annotations: IconVector,
  sharing: IconArrowForwardUp,
  upload: IconUpload,
  monitor: IconChartDots,
  users: IconUsers,
  add: IconPlus,
}

export const MenuIcon = ({ name }: { name: string }) => {
  const Icon = name in icons ? icons[name as keyof typeof icons] : IconLayoutList
  return <Icon size={18} stroke={1.6} aria-hidden />
}
