# Read by lab/lib.sh: KEY=value, the rest of the line is the value.
# For the kernel and for Debian.
KARCH=riscv
DEB_ARCH=riscv64
CROSS_PREFIX=riscv64-linux-gnu-
KIMAGE=arch/riscv/boot/Image
# For QEMU: the program, its package, the machine, the virtio-serial device of the machine's bus.
QEMU=qemu-system-riscv64
QEMU_PACKAGE=qemu-system-misc
QEMU_ARGS=-machine virt -bios default
QEMU_SERIAL=virtio-serial-device
# For the kernel's command line.
CMDLINE=console=ttyS0 earlycon=uart8250,mmio,0x10000000
# With two, each function that is patched waits for a remote fence, and so for the other processor's turn.
SMP=1
