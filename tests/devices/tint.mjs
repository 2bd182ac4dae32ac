// Reads texts of kernels with Tint, the compiler of Chromium: `node tint.mjs PACKAGE FOLDER..`. PACKAGE is the folder of the npm
// package `webgpu`. Beside types, Tint checks that barriers are reached by all threads of a workgroup or by none, which naga does not.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [place, ...folders] = process.argv.slice(2);
const { create, globals } = await import(pathToFileURL(join(place, "index.js")).href);

// A device that compiles and runs nothing: it has every feature, and WebGPU's default limits. Nothing but this global keeps what it
// is of from being collected.
const gpu = create(["backend=null"]);
Object.assign(globalThis, globals, { gpu });
const adapter = await gpu.requestAdapter();
const device = await adapter.requestDevice({ requiredFeatures: ["shader-f16"] });

// What is wrong with a text, if anything.
async function wrong(code) {
  device.pushErrorScope("validation");
  const module = device.createShaderModule({ code });
  // Its workgroups, its memory and its bindings, against the limits. Kernels for adapters that bind more are no others.
  const buffers = code.split("var<storage").length - 1;
  if (code.includes("@compute") && buffers <= device.limits.maxStorageBuffersPerShaderStage) {
    device.createComputePipeline({ layout: "auto", compute: { module } });
  }
  return (await device.popErrorScope())?.message;
}

const barrier = (condition) =>
  `@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) { if ${condition} { workgroupBarrier(); } }`;
if (!(await wrong(barrier("i < 3u"))) || (await wrong(barrier("true")))) {
  console.log("Tint does not tell a barrier that some threads miss from one that all reach");
  process.exit(1);
}

const texts = new Map();
for (const folder of folders) {
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".wgsl"))) {
    texts.set(name, join(folder, name));
  }
}
let refused = 0;
let halves = 0;
for (const path of texts.values()) {
  const code = readFileSync(path, "utf8");
  halves += code.includes("enable f16;");
  const message = await wrong(code);
  if (message) {
    refused += 1;
    if (refused <= 10) console.log(`${path}: ${code.split("\n", 1)[0]}\n${message}`);
  }
}
console.log(`Tint: ${texts.size} texts, ${halves} of them with f16, ${refused} refused`);
process.exit(refused > 0 || texts.size === 0 ? 1 : 0);
