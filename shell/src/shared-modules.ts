/**
 * Shared modules that the shell provides to the remotes without using them (shared/config/share-list.ts). Never called:
 * the imports make each a chunk of the shell, loaded when a remote needs it.
 */
export const provide = () =>
  Promise.all([
    import('@lamella/shared/queries/for-earlier-remotes.ts'),
    import('@lamella/shared/upload'),
    import('@mantine/form'),
    import('dayjs'),
    import('jotai/react'),
    import('jotai/react/utils'),
    import('jotai/utils'),
    import('jotai/vanilla'),
    import('jotai/vanilla/utils'),
    import('rxjs'),
  ])
