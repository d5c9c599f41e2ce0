import path from 'node:path';
import type { Plugin, Rolldown, UserConfig } from 'vite';

const PACKAGES = 'packages';
const IS_PACKAGE = /[\\/]node_modules[\\/]/;

/** The settings with which Vite writes programs of the project (`input`: name -> source) into the folder `outDir`, as a few files. */
export const bundle = (outDir: string, input: Record<string, string>): UserConfig => ({
  plugins: [whereItWas(outDir), withoutMapOfPackages()],
  publicDir: false,
  environments: {
    ssr: {
      // The same files of packages that Node would load; bundlers have others.
      resolve: {
        conditions: ['node'],
        mainFields: ['main'],
        noExternal: true,
        external: ['pg-native', '@napi-rs/image'],
      },
    },
  },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: 'node26',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input,
      output: {
        chunkFileNames: '[name].js',
        codeSplitting: {
          groups: [
            { debugName: PACKAGES, name: packagesPart },
            { name: 'common', minShareCount: 2 },
          ],
        },
      },
    },
  },
});

/** Modules of the project go on finding files beside them: their folder and address stay those of the source. */
function whereItWas(outDir: string): Plugin {
  return {
    name: 'where-it-was',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\.ts$/, exclude: IS_PACKAGE }, code: /import\.meta\.(dirname|url)/ },
      handler(code, id) {
        const source = path.relative(outDir, id).replaceAll(path.sep, '/');
        const url = `new URL(${JSON.stringify(source)}, import.meta.url).href`;
        const folder = `(import.meta.dirname + ${JSON.stringify(`/${path.posix.dirname(source)}`)})`;
        const moved = code.replaceAll(/import\.meta\.(dirname|url)/g, (_, name) =>
          name === 'url' ? url : folder,
        );
        // No lines are moved, so the map of the lines still holds.
        return { code: moved, map: null };
      },
    },
  };
}

/** One file for the packages that every start loads; those that are imported on demand stay apart. */
function packagesPart(id: string, modules: Rolldown.ChunkingContext): string | null {
  if (!IS_PACKAGE.test(id)) return null;
  const users = new Set([id]);
  for (const user of users) {
    const module = modules.getModuleInfo(user);
    if (module?.isEntry) return PACKAGES;
    for (const importer of module?.importers ?? []) users.add(importer);
  }
  return null;
}

/** A map of 11 MB would be read for the first error of the server. */
function withoutMapOfPackages(): Plugin {
  return {
    name: 'without-map-of-packages',
    generateBundle(_, files) {
      const packages = files[`${PACKAGES}.js`];
      if (packages?.type !== 'chunk') this.error(`There is no file of the packages: ${Object.keys(files)}`);
      packages.map = null;
      packages.code = packages.code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
      delete files[`${PACKAGES}.js.map`];
    },
  };
}
