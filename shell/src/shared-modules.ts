/**
 * Shared modules that the shell itself does not use but provides to the remotes (shared/config/share-list.ts). Never
 * called: it puts each into the shell's module graph as a chunk of its own, fetched when a remote asks for it.
 */
export const provide = () =>
  Promise.all([
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
