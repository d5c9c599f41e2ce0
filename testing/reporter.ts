import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

type TestError = NonNullable<ReturnType<TestCase['result']>['errors']>[number];

/**
 * Prints one line for each test file, sorted and without times, so that two runs of the same state print the same. When
 * some files failed, those that passed are left out, so that the failures stay in a log that is cut. The counts and the
 * failures go to the file named by `RESULTS_FILE`, which scripts/test.js prints last. A test that says what it lacks on this
 * machine is named; any other that is skipped counts as failed.
 */
export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const lines = { passed: [] as string[], failed: [] as string[], lacking: [] as string[] };
    const failures: string[] = [];
    let [passed, failed] = [0, errors.length];
    for (const module of modules) {
      const file = path.relative(process.cwd(), module.moduleId);
      const tests = [...module.children.allTests()];
      const lacking = tests.filter((test) => lackOf(test));
      lines.lacking.push(
        ...lacking.map((test) => `not run here: ${file} > ${test.fullName} (${lackOf(test)})`),
      );
      const bad = tests.filter((test) => test.result().state !== 'passed' && !lackOf(test));
      const broken = module.errors().map((error) => `${file}\n${error.stack ?? error.message}`);
      passed += tests.length - bad.length - lacking.length;
      failed += bad.length + broken.length;
      failures.push(...broken, ...bad.map((test) => describeFailure(file, test)));
      const line = `${file} (${tests.length} tests)`;
      if (bad.length + broken.length === 0) lines.passed.push(`ok   ${line}`);
      else lines.failed.push(`FAIL ${line}`);
    }
    const stray = errors.map((error) =>
      error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error),
    );
    console.log([...(failed > 0 ? lines.failed : lines.passed).sort(), ...lines.lacking.sort()].join('\n'));
    const target = process.env.RESULTS_FILE;
    if (!target) return;
    writeFileSync(target, JSON.stringify({ passed, failed, failures: [...failures.sort(), ...stray] }));
  }
}

/** What a skipped test says that it needs, see testing/programs.ts. */
function lackOf(test: TestCase): string | undefined {
  const result = test.result();
  return result.state === 'skipped' ? result.note : undefined;
}

/** Characters of a line of a failure: a property's counterexample can be as long as a book. */
const LINE_MAX = 2_000;

function describeFailure(file: string, test: TestCase): string {
  const result = test.result();
  const errors = result.errors?.flatMap(linesOf);
  const text = [`${file} > ${test.fullName}`, ...(errors ?? [`state: ${result.state}`])].join('\n');
  return text.replaceAll(/^.+$/gm, (line) =>
    line.length > LINE_MAX ? `${line.slice(0, LINE_MAX)} ...` : line,
  );
}

/** An error, how the values differ, and what caused it: a property that failed says nothing else of why. */
function linesOf({ stack, message, diff, cause }: TestError): string[] {
  const lines = [stack ?? message, ...(diff ? [diff] : [])];
  return cause ? [...lines, 'Caused by:', ...linesOf(cause)] : lines;
}
